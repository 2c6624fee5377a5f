dnl nova-plugin.m4 - what configure must know of GCC and its plugins.
dnl
dnl A plugin is built with the headers of exactly the compiler that loads it
dnl and with the C++ compiler of the same release; a wrong pair is found here
dnl and not by a crash of cc1.
dnl
dnl Copyright (C) 2026 The nova authors
dnl SPDX-License-Identifier: GPL-3.0-or-later

# NOVA_DEFAULT_CXX
# ----------------
# Unless the user sets CXX, take the g++ beside CC: gcc-11 -> g++-11,
# "ccache /opt/bin/x86_64-linux-gnu-gcc -m64" -> the same with g++.  If that is
# no compiler of CC's release, g++-MAJOR may be.
AC_DEFUN([NOVA_DEFAULT_CXX],
[nova_cc_version=`$CC -dumpfullversion 2>/dev/null || $CC -dumpversion 2>/dev/null`
AS_IF([test -z "$CXX"], [
  nova_cxx=
  for nova_word in $CC; do
    AS_CASE([$nova_word],
      [-std=*], [continue],
      [gcc | gcc-* | */gcc | */gcc-* | *-gcc | *-gcc-*],
        [nova_word=`echo "$nova_word" | sed 's|gcc\(-@<:@^/@:>@*\)*$|g++\1|'`],
      [clang | clang-* | */clang | */clang-*],
        [nova_word=`echo "$nova_word" | sed 's|clang\(-@<:@^/@:>@*\)*$|clang++\1|'`],
      [cc | */cc],
        [nova_word=`echo "$nova_word" | sed 's,cc$,c++,'`])
    nova_cxx="$nova_cxx${nova_cxx:+ }$nova_word"
  done
  AS_IF([test "$nova_cxx" != "$CC"], [CXX=$nova_cxx])
  nova_cxx=g++-`echo "$nova_cc_version" | sed 's,@<:@.@:>@.*,,'`
  AS_IF([test "`$CXX -dumpfullversion 2>/dev/null`" != "$nova_cc_version" \
         && test "`$nova_cxx -dumpfullversion 2>/dev/null`" = "$nova_cc_version"],
    [CXX=$nova_cxx])])
])

# NOVA_CFLAGS_IF_KNOWN (VARIABLE, FLAGS)
# --------------------------------------
# Set VARIABLE to those of FLAGS that the C compiler accepts without a word.
AC_DEFUN([NOVA_CFLAGS_IF_KNOWN],
[$1=
nova_save_CFLAGS=$CFLAGS
nova_save_werror=$ac_c_werror_flag
ac_c_werror_flag=yes
for nova_flag in $2; do
  CFLAGS="$nova_save_CFLAGS $nova_flag"
  AC_MSG_CHECKING([whether $CC accepts $nova_flag])
  AC_COMPILE_IFELSE([AC_LANG_PROGRAM([], [])],
    [AC_MSG_RESULT([yes]); $1="$$1${$1:+ }$nova_flag"],
    [AC_MSG_RESULT([no])])
done
ac_c_werror_flag=$nova_save_werror
CFLAGS=$nova_save_CFLAGS
])

# NOVA_PLUGIN_DIR
# ---------------
# Set plugindir, where nova.so goes, and plugin_linkdir, where a link to it
# goes or nothing.  cc1 looks for -fplugin=nova in its own plugin directory;
# a name with a dot it hands to dlopen as it stands, which searches only the
# system's default directories.  So the link is made for --prefix=/usr, in
# the directory of the machine's triplet where the system has one.
AC_DEFUN([NOVA_PLUGIN_DIR],
[AC_ARG_WITH([plugin-dir],
  [AS_HELP_STRING([--with-plugin-dir=DIR],
     [install nova.so in DIR (default: the plugin directory of CC, where
      -fplugin=nova finds it)])],
  [plugindir=$withval],
  [plugindir=`$CC -print-file-name=plugin 2>/dev/null`])
# A compiler without the directory echoes the bare name.
AS_CASE([$plugindir],
  [/* | '${'*], [],
  [no | yes | ''], [AC_MSG_ERROR([--with-plugin-dir needs a directory])],
  [AS_IF([test "${with_plugin_dir+set}" = set],
     [AC_MSG_ERROR([--with-plugin-dir needs an absolute directory, not '$plugindir'])],
     [plugindir='${libdir}/nova']) ])
plugin_linkdir=
AS_IF([test "$prefix" = /usr], [
  plugin_linkdir='${libdir}'
  nova_multiarch=`$CC -print-multiarch 2>/dev/null`
  AS_IF([test -n "$nova_multiarch" && test -d "/usr/lib/$nova_multiarch"],
    [plugin_linkdir="/usr/lib/$nova_multiarch"])])
AC_SUBST([plugindir])
AC_SUBST([plugin_linkdir])
])

# NOVA_CHECK_PLUGIN
# -----------------
# Set PLUGIN_CPPFLAGS, or stop and say what is missing.
AC_DEFUN([NOVA_CHECK_PLUGIN],
[nova_major=`echo "$nova_cc_version" | sed 's,@<:@.@:>@.*,,'`
AC_MSG_CHECKING([whether $CC is GCC])
AC_COMPILE_IFELSE([AC_LANG_PROGRAM([[
#if !defined __GNUC__ || defined __clang__ || defined __INTEL_COMPILER
# error not GCC
#endif]], [])],
  [AC_MSG_RESULT([yes, $nova_cc_version])],
  [AC_MSG_RESULT([no])
   AC_MSG_ERROR([nova.so is a plugin of GCC and $CC is another compiler.
  Choose a GCC (CC=gcc-12), or --disable-plugin for the core, nova-opt and the runtime alone.])])

AC_MSG_CHECKING([for the plugin headers of $CC])
nova_plugin_headers=`$CC -print-file-name=plugin`/include
AS_IF([test ! -f "$nova_plugin_headers/gcc-plugin.h"],
  [AC_MSG_RESULT([none])
   AC_MSG_ERROR([the plugin headers of $CC $nova_cc_version are missing: there is no
  $nova_plugin_headers/gcc-plugin.h.
  Debian, Ubuntu: install gcc-$nova_major-plugin-dev.  Fedora: gcc-plugin-devel.])])
AC_MSG_RESULT([$nova_plugin_headers])

AC_MSG_CHECKING([that they belong to $CC])
nova_header_version=`sed -n 's,.*basever@<:@@<:@@:>@@:>@ = "\(@<:@^"@:>@*\)".*,\1,p' \
  "$nova_plugin_headers/plugin-version.h"`
AS_IF([test "$nova_header_version" != "$nova_cc_version"],
  [AC_MSG_RESULT([no])
   AC_MSG_ERROR([the plugin headers in $nova_plugin_headers
  are of GCC $nova_header_version, but $CC is GCC $nova_cc_version.
  Debian, Ubuntu: install the gcc-$nova_major-plugin-dev of the same release as the compiler.])])
AC_MSG_RESULT([yes, both are GCC $nova_header_version])

AC_MSG_CHECKING([that $CXX belongs to $CC])
nova_cxx_version=`$CXX -dumpfullversion 2>/dev/null || echo missing`
AS_IF([test "$nova_cxx_version" != "$nova_cc_version"],
  [AC_MSG_RESULT([no])
   AC_MSG_ERROR([the plugin needs the C++ compiler of GCC $nova_cc_version,
  and $CXX is: $nova_cxx_version.
  Debian, Ubuntu: install g++-$nova_major, or set CXX.])])
AC_MSG_RESULT([yes, $nova_cxx_version])

PLUGIN_CPPFLAGS="-isystem $nova_plugin_headers"
AC_SUBST([PLUGIN_CPPFLAGS])
NOVA_CHECK_PLUGIN_LOADS
])

# NOVA_CHECK_PLUGIN_LOADS
# -----------------------
# Build the smallest plugin and load it: finds gmp.h missing, a compiler
# without plugin support, and a CXX with another ABI.
AC_DEFUN([NOVA_CHECK_PLUGIN_LOADS],
[AC_MSG_CHECKING([whether $CC loads a plugin built by $CXX])
cat >conftest.cc <<'_EOF'
#include "gcc-plugin.h"
#include "plugin-version.h"
int plugin_is_GPL_compatible;
int
plugin_init (struct plugin_name_args *args, struct plugin_gcc_version *version)
{
  return !plugin_default_version_check (version, &gcc_version);
}
_EOF
echo 'int x;' >conftest-user.c
AS_IF([$CXX -std=gnu++14 -fno-rtti -fPIC -shared $PLUGIN_CPPFLAGS -o conftest.so conftest.cc \
         >&AS_MESSAGE_LOG_FD 2>&1 \
       && $CC -fplugin=./conftest.so -c -o conftest-user.o conftest-user.c \
         >&AS_MESSAGE_LOG_FD 2>&1],
  [AC_MSG_RESULT([yes])],
  [AC_MSG_RESULT([no])
   AC_MSG_ERROR([a plugin built by $CXX against $nova_plugin_headers
  does not load into $CC; see config.log.
  Debian, Ubuntu: gcc-$nova_major-plugin-dev and g++-$nova_major must be of the release of $CC.])])
rm -f conftest.cc conftest.so conftest-user.c conftest-user.o
])
