/* What the text forms of FIR and IMP share: names of types, constants, names with odd characters.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_TEXT_H
#define NOVA_TEXT_H

#include "fir.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The records, blobs and sums of a program, each with a name of its own; a record comes after those
   it is made of.  */
struct type_names;
extern struct type_names *text_names_new (struct nova_ctx *ctx);
/* Note the records, blobs and sums in T.  */
extern void text_names_add (struct type_names *names, const struct type *t);
/* Note the types that the leaves, functions and regions of P mention; the leaves of P only.  */
extern void text_names_add_prog (struct type_names *names, struct fir_prog *p);
extern void text_names_add_leaves (struct type_names *names, struct fir_prog *p);
/* Append a line "type NAME = ..." for each.  */
extern void text_names_print (struct strbuf *out, struct type_names *names);

/* Append T; records, blobs and sums by the names of NAMES, or by their tags when NAMES is NULL (for
   messages).  */
extern void text_type (struct strbuf *out, struct type_names *names, const struct type *t);
/* Append C with its type.  */
extern void text_const (struct strbuf *out, struct type_names *names, const struct fir_const *c);
/* Append NAME as a variable's name (characters that are none become _), ".ID" added.  */
extern void text_var (struct strbuf *out, const char *name, unsigned id);
/* Append NAME as that of a field or an alternative.  */
extern void text_field_name (struct strbuf *out, const char *name);
/* Append "@NAME", quoted when needed.  */
extern void text_global (struct strbuf *out, const char *name);
/* Append the line "leaf ...".  */
extern void text_leaf (struct strbuf *out, struct type_names *names, const struct fir_leaf *leaf);

/* The text of the kind of check K, and the kind that the text S names (CHECK_LAST: none).  */
extern const char *check_kind_text (enum check_kind k);
extern enum check_kind check_kind_by_text (const char *s);
extern unsigned check_kind_nargs (enum check_kind k);
/* Does K hold of its operands A; append the message of K about A.  */
extern bool check_kind_holds (enum check_kind k, const uint64_t *a);
extern void check_kind_message (struct strbuf *out, enum check_kind k, const uint64_t *a);

/* Is a statement of OP one that speaks to the user: without "at" its line is its site?  */
extern bool text_site_is_line (enum fir_op op);

/* The names of fir_out_kind.  */
#define TEXT_OUT_KINDS 5
extern const char *const text_out_kind[TEXT_OUT_KINDS];
/* The names of leaf_flags, one a bit, lowest first.  */
#define LEAF_FLAG_COUNT 8
extern const char *const text_leaf_flag[LEAF_FLAG_COUNT];

#ifdef __cplusplus
}
#endif

#endif
