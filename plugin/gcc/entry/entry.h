/* The plugin's entry: options and precompiled headers.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_ENTRY_H
#define NOVA_ENTRY_H

/* unit-start.cc: forget all that is remembered of a unit, and begin with nothing.  */
extern void entry_start_unit (void);

/* pch.cc */
extern void entry_pch_start_unit (void);
extern void entry_pch_finish (void *, void *);

/* options.cc */
extern void entry_read_options (int argc, const struct plugin_argument *argv);

#endif
