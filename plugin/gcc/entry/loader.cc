/* nova.so: checks that the compiler is the release that nova was built for, then loads
   nova-main.so, the plugin proper, from the same directory.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   cc1 resolves all symbols of a plugin when it opens it.  Those of another release differ, so the
   whole plugin would end in a message about a mangled name before it could report anything.  This
   file must not depend on anything that differs between releases; hence no gcc-compat.h.  */

#include "gcc-plugin.h"
#include "plugin-version.h"
#include "diagnostic-core.h"
#include "intl.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

int plugin_is_GPL_compatible;

typedef int (*init_function) (struct plugin_name_args *, struct plugin_gcc_version *);

/* VERSION is the compiler's, gcc_version the one that this was built for.  */
static bool
same_version_p (const char *file, struct plugin_gcc_version *version)
{
  if (plugin_default_version_check (version, &gcc_version))
    return true;
  error ("%s was built for GCC %s (%s), this is GCC %s (%s)", file, gcc_version.basever,
	 gcc_version.datestamp, version->basever, version->datestamp);
  inform (UNKNOWN_LOCATION, "rebuild nova with %<configure CC=%> naming this compiler, and install "
	  "it into this compiler%'s plugin directory");
  return false;
}

/* The file nova-main.so beside this one, links followed; from malloc, NULL if it cannot be
   named.  */
static char *
main_file (void)
{
  /* An address of this file's own: what it exports, every plugin does, and the first one that is
     loaded has its name.  */
  static char here_p;
  Dl_info self;
  if (!dladdr (&here_p, &self))
    return NULL;
  char *here = realpath (self.dli_fname, NULL);
  if (!here)
    return NULL;
  char *slash = strrchr (here, '/');
  *slash = '\0';
  char *file = concat (here, "/nova-main.so", NULL);
  free (here);
  return file;
}

int
plugin_init (struct plugin_name_args *info, struct plugin_gcc_version *version)
{
  if (!same_version_p (info->full_name, version))
    return 1;
  char *file = main_file ();
  void *handle = file ? dlopen (file, RTLD_NOW | RTLD_LOCAL) : NULL;
  init_function init = handle ? (init_function) dlsym (handle, "nova_main_init") : NULL;
  if (!init)
    {
      error ("cannot load the main part of %s: %s", info->full_name,
	     file ? dlerror () : "its file has no name");
      return 1;
    }
  free (file);
  return init (info, version);
}
