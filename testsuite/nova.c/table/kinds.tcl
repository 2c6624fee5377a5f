# kinds.tcl - the kinds of function operands of the table.
#
#   kind NAME GROUPS SCRIPT
#   exempt BUILTIN NAME...        its function operand cannot be of these kinds
#
# SCRIPT has name, result, params, args and body of a function, in C, and says what to write:
#   before TEXT    at file scope, before the cell
#   after TEXT     at file scope, behind it
#   local TEXT     in the cell, before its statement
#   other TEXT     in another file, compiled without the plugin
#   operand TEXT   the operand
# `[body E]' is the body where the constant 3 that it uses is the expression E.
# GROUPS are what the kind is not for: void (no result), op (no generic operator stands for the
# function), rows, and wide (the parameters have no wider type).
#
# Copyright (C) 2026 The nova authors
# SPDX-License-Identifier: GPL-3.0-or-later

kind static {} { before "static $result $name ($params) [body 3]"; operand $name }
kind static-after {} {
    before "static $result $name ($params);"
    after "static $result $name ($params) [body 3]"
    operand $name
}
kind extern {} {
    before "extern $result $name ($params);\n$result $name ($params) [body 3]"
    operand $name
}
kind extern-after {} {
    before "extern $result $name ($params);"
    after "$result $name ($params) [body 3]"
    operand $name
}
kind inline {} { before "static inline $result $name ($params) [body 3]"; operand $name }
kind inline-c99 {} {
    before "inline $result $name ($params) [body 3]\nextern $result $name ($params);"
    operand $name
}
kind address {} { before "static $result $name ($params) [body 3]"; operand "&$name" }
kind const {void rows} {
    before "extern $result $name ($params) __attribute__ ((const));"
    other "$result $name ($params) [body 3]"
    operand $name
}
kind pure {void rows} {
    before "extern $result $name ($params) __attribute__ ((pure));"
    other "$result $name ($params) [body 3]"
    operand $name
}
kind passive {rows} {
    before "extern $result $name ($params) nova_passive;"
    other "$result $name ($params) [body 3]"
    operand $name
}
kind nested {} {
    local "int k_$name = three; auto $result $name ($params); $result $name ($params) [body k_$name]"
    operand $name
}
kind nested-array {} {
    local "int k_$name\[3\] = { 0, three, 1 }; $result $name ($params) [body "k_$name\[1\]"]"
    operand $name
}
kind nested-pointer {} {
    local "const int *k_$name = threes; $result $name ($params) [body "k_$name\[2\]"]"
    operand $name
}
kind nested-struct {} {
    local "struct captures k_$name = { 'c', 0.5, { three - 1, 1 } };
  $result $name ($params) [body "(k_$name.k\[0\] + (int) (2 * k_$name.d))"]"
    operand $name
}
kind nested-vector {} {
    local "nova_vec (int) k_$name = nova_view (threes, 4); $result $name ($params) [body "nova_get (k_$name, 2)"]"
    operand $name
}
kind recursive {} {
    local "int k_$name = three; $result $name ($params)
  { if (k_$name > 9) { [expr { $result eq "void" ? "$name ($args); return;" : "return $name ($args);" }] }
    [body k_$name] }"
    operand $name
}
kind recursive-bound {} {
    local "int k_$name = three; $result $name (int depth_, $params)
  { if (depth_ > 0) { [expr { $result eq "void" ? "$name (depth_ - 1, $args); return;"
                                                : "return $name (depth_ - 1, $args);" }] }
    [body k_$name] }"
    operand "nova_bind ($name, three)"
}
kind siblings {} {
    local "int k_$name = three; auto int odd_$name (int);
  int even_$name (int i) { return i == 0 ? k_$name : odd_$name (i - 1); }
  int odd_$name (int i) { return i == 0 ? -1 : even_$name (i - 1); }
  $result $name ($params) [body "even_$name (4)"]"
    operand $name
}
kind builtin {} {
    local "nova_vec (int) k_$name = nova_view (threes, 4);
  $result $name ($params) [body "nova_reduce (nova_max, 0, k_$name)"]"
    operand $name
}
kind lambda {} { local "int k_$name = three;"; operand "nova_lambda ($result, ($params), [body k_$name])" }
kind lambda-plain {} { operand "nova_lambda ($result, ($params), [body 3])" }
kind bind {} {
    before "static $result $name (int k_, $params) [body k_]"
    operand "nova_bind ($name, three)"
}
kind bind-struct {} {
    before "static $result $name (struct captures c_, double d_, $params)
[body "(c_.k\[1\] + (int) d_)"]"
    local "struct captures k_$name = { 1, 2, { 3, three - 2 } };"
    operand "nova_bind ($name, k_$name, k_$name.d)"
}
kind bind-nested {} {
    local "int j_$name = three; $result $name (int k_, $params) [body "(j_$name + k_)"]"
    operand "nova_bind ($name, three - 3)"
}
kind pointer {} {
    before "static $result $name ($params) [body 3]"
    local "$result (*p_$name) ($params) nova_passive = $name;"
    operand p_$name
}
kind member {} {
    before "static $result $name ($params) [body 3]
typedef $result type_$name ($params) nova_passive;"
    local "struct { int n; type_$name *p\[2\]; } s_$name = { three, { 0, $name } };"
    operand "s_$name.p\[s_$name.n - 2\]"
}
kind trust {rows} {
    before "extern $result $name ($params);"
    other "$result $name ($params) [body 3]"
    operand "nova_trust ($name)"
}
kind trust-pointer {} {
    before "static $result $name ($params) [body 3]"
    local "$result (*p_$name) ($params) = three ? $name : 0;"
    operand "nova_trust (p_$name)"
}
kind trust-bind {} {
    before "static $result $name (int k_, $params) [body k_]"
    operand "nova_trust (nova_bind ($name, three))"
}
kind bind-trust {} {
    before "static $result $name (int k_, $params) [body k_]"
    local "$result (*p_$name) (int, $params) = three ? $name : 0;"
    operand "nova_bind (nova_trust (p_$name), three)"
}
kind wider {wide} {
    before "static $result $name ($wide)\n{ $narrow [body 3] }"
    operand $name
}
kind operator {op} { operand $op }

# A function that gives nothing cannot be const or pure, and no operator is one.
exempt UPDATE_ROWS const pure operator
exempt TABULATE operator
exempt UPDATE_ROWS wider
