// Package gokit counts what Go allocates, for the Go columns of the labs, and
// prints the record that `cargo labs measure` reads; see labs/ledger.
package gokit

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
)

// A Table is a group of variants that do the same.
type Table struct {
	Name string `json:"name"`
	Rows []Row  `json:"rows"`
}

// A Row is what so many calls of a variant allocate together.
type Row struct {
	Variant string `json:"variant"`
	Calls   uint64 `json:"calls"`
	Blocks  uint64 `json:"blocks"`
	Bytes   uint64 `json:"bytes"`
}

// A Fact is one figure or a few, of so many calls together. The unit is one of
// labs/ledger.
type Fact struct {
	Name   string   `json:"name"`
	Unit   string   `json:"unit"`
	Values []uint64 `json:"values"`
	Calls  uint64   `json:"calls"`
}

type output struct {
	Format int    `json:"format"`
	Lab    string `json:"lab"`
	Build  build  `json:"build"`
	Body   body   `json:"body"`
}

type build struct {
	Toolchain string `json:"toolchain"`
	Target    string `json:"target"`
	Profile   string `json:"profile"`
}

type body struct {
	Tables []Table `json:"tables"`
	Facts  []Fact  `json:"facts"`
}

// Rows makes a table.
func Rows(name string, rows ...Row) Table {
	return Table{Name: name, Rows: rows}
}

// Figures makes a fact of one call.
func Figures(name, unit string, values ...uint64) Fact {
	return Over(1, name, unit, values...)
}

// Over makes a fact of so many calls.
func Over(calls uint64, name, unit string, values ...uint64) Fact {
	return Fact{Name: name, Unit: unit, Values: values, Calls: calls}
}

// Exact makes every figure exact: one P, and no collection that nobody asks for.
// A collection empties sync.Pool, and filling it again would be counted.
func Exact() {
	runtime.GOMAXPROCS(1)
	debug.SetGCPercent(-1)
}

// Allocated is what f allocates. Reading the statistics also closes the tiny
// allocator's open block, so that every measurement begins alike.
func Allocated(f func()) (blocks, bytes uint64) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.Mallocs - before.Mallocs, after.TotalAlloc - before.TotalAlloc
}

// Measure sums what so many calls allocate, after one that makes what is made on
// first use. An even number of calls where the tiny allocator may put the values
// of two calls into one block.
func Measure(variant string, calls uint64, f func()) Row {
	f()
	blocks, bytes := Allocated(func() {
		for i := uint64(0); i < calls; i++ {
			f()
		}
	})
	return Row{Variant: variant, Calls: calls, Blocks: blocks, Bytes: bytes}
}

// Print writes the record of a lab to standard output. It ends the program if
// that is not possible.
func Print(lab string, tables []Table, facts []Fact) {
	text, err := json.MarshalIndent(output{
		Format: 1,
		Lab:    lab,
		Build:  build{runtime.Version(), runtime.GOOS + "/" + runtime.GOARCH, "GOMAXPROCS=1 GOGC=off"},
		Body:   body{tables, facts},
	}, "", "  ")
	if err == nil {
		_, err = fmt.Println(string(text))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}
