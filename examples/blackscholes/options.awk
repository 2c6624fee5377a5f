# Writes a book of options: spot, strike, rate, volatility, years, C or P.
# Copyright (C) 2026 The nova authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The first two are the worked example of J. C. Hull, "Options, Futures and Other Derivatives" (call
# 4.76, put 0.81); the rest covers strikes around the spot, a year of monthly terms, three volatilities.
BEGIN {
  print 42, 40, 0.1, 0.2, 0.5, "C"
  print 42, 40, 0.1, 0.2, 0.5, "P"
  for (spot = 50; spot <= 150; spot += 50)
    for (strike = 0.7; strike < 1.31; strike += 0.05)
      for (month = 1; month <= 12; month++)
	for (volatility = 0.15; volatility < 0.5; volatility += 0.15)
	  for (put = 0; put < 2; put++)
	    print spot, spot * strike, 0.03, volatility, month / 12, put ? "P" : "C"
}
