# rows.tcl - the table of faults: read it, find a fault's place in the sources, plant it.
#
# Loaded by mutants.exp, and a program for run.sh:
#   expect rows.tcl list TABLE REGEXP         rows whose name matches: NAME TREE TEST FILE HANGS
#   expect rows.tcl plant TABLE NAME TOP      the sources below TOP get the fault
#
# Copyright (C) 2026 The nova authors
# SPDX-License-Identifier: GPL-3.0-or-later

# The rows of the table FILE, as dictionaries, in its order; README has the keys.  An error names
# the row that is not well formed.
proc faults_read { file } {
    set channel [open $file r]
    set text [read $channel]
    close $channel
    set rows {}
    set row {}
    set number 0
    foreach line [concat [split $text "\n"] [list ""]] {
        incr number
        if { [string match "#*" $line] } { continue }
        if { [string trim $line] eq "" } {
            if { [dict size $row] } { lappend rows [faults_complete $row $rows] }
            set row {}
        } elseif { ![regexp {^(name|what|law|file|in|old|new|test|tree|hangs):(?: (.*))?$} $line \
                         -> key value] } {
            error "$file:$number: no key of a fault: $line"
        } elseif { ![dict exists $row $key] } {
            dict set row $key $value
        } elseif { $key in { old new } } {
            dict append row $key "\n$value"
        } else {
            error "$file:$number: $key twice"
        }
    }
    return $rows
}

# ROW with what it leaves out, if it is one that may stand behind ROWS.
proc faults_complete { row rows } {
    foreach key { name what file old new test } {
        if { ![dict exists $row $key] } { error "fault {$row} has no $key" }
    }
    foreach other $rows {
        if { [dict get $other name] eq [dict get $row name] } {
            error "two faults [dict get $row name]"
        }
    }
    if { [dict get $row old] eq [dict get $row new] } { error "[dict get $row name]: no fault" }
    if { ![regexp {^[a-z0-9-]+$} [dict get $row name]] } { error "no name: [dict get $row name]" }
    set none [dict create law "" in "" hangs no tree [faults_tree $row]]
    return [dict merge $none $row]
}

# The tree that shows the fault ROW: what must be built for its test.
proc faults_tree { row } {
    set all "[dict get $row file] [dict get $row test]"
    return [expr { [regexp {plugin/gcc/|nova\.c/} $all] ? "plugin" : "core" }]
}

# First and last index of the function NAME in TEXT, a source in GNU style; empty if there is none,
# or more than one.
proc faults_function { text name } {
    set quoted [regsub -all {\W} $name {\\&}]
    set found [regexp -all -inline -indices -line "^$quoted \\(" $text]
    set bodies {}
    foreach at $found {
        set from [lindex $at 0]
        set end [string first "\n\}" $text $from]
        # A declaration ends before any body begins.
        set semicolon [string first ";\n" $text $from]
        set open [string first "\n\{" $text $from]
        if { $open >= 0 && $end >= 0 && ($semicolon < 0 || $open < $semicolon) } {
            lappend bodies [list $from $end]
        }
    }
    return [expr { [llength $bodies] == 1 ? [lindex $bodies 0] : {} }]
}

# Where the old text of ROW stands in TEXT: first and last index.  An error if it stands there not
# once.
proc faults_find { row text } {
    set from 0
    set to [string length $text]
    set name [dict get $row in]
    set old [dict get $row old]
    if { $name ne "" } {
        set body [faults_function $text $name]
        if { $body eq {} } { error "[dict get $row file] has not one function $name" }
        lassign $body from to
    }
    set at [string first $old $text $from]
    if { $at < 0 || $at > $to } { error "the old text is not there" }
    set last [expr { $at + [string length $old] - 1 }]
    set again [string first $old $text [expr { $at + 1 }]]
    if { $again >= 0 && $again <= $to } { error "the old text is there more than once" }
    return [list $at $last]
}

# The whole text of the file that ROW changes, below the folder TOP.
proc faults_source { row top } {
    set channel [open [file join $top [dict get $row file]] r]
    fconfigure $channel -encoding utf-8 -translation lf
    set text [read $channel]
    close $channel
    return $text
}

proc faults_plant { row top } {
    set text [faults_source $row $top]
    lassign [faults_find $row $text] at last
    set channel [open [file join $top [dict get $row file]] w]
    fconfigure $channel -encoding utf-8 -translation lf
    puts -nonewline $channel [string replace $text $at $last [dict get $row new]]
    close $channel
}

proc faults_main { args } {
    lassign $args what table name top
    foreach row [faults_read $table] {
        if { $what eq "list" && [regexp -- $name [dict get $row name]] } {
            foreach key { name tree test file hangs } {
                puts -nonewline "[string map { { } _ } [dict get $row $key]] "
            }
            puts ""
        }
        if { $what eq "plant" && [dict get $row name] eq $name } { faults_plant $row $top }
    }
}

if { [info exists argv] && [lindex $argv 0] in { list plant } } {
    if { [catch { faults_main {*}$argv } message] } {
        puts stderr "rows.tcl: $message"
        exit 1
    }
}
