package main

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"
)

// The record that `cargo labs measure` reads; see labs/ledger.
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
	Tables []table `json:"tables"`
	Facts  []fact  `json:"facts"`
}

type table struct {
	Name string `json:"name"`
	Rows []row  `json:"rows"`
}

type row struct {
	Variant string `json:"variant"`
	Calls   uint64 `json:"calls"`
	Blocks  uint64 `json:"blocks"`
	Bytes   uint64 `json:"bytes"`
}

type fact struct {
	Name   string   `json:"name"`
	Unit   string   `json:"unit"`
	Values []uint64 `json:"values"`
	Calls  uint64   `json:"calls"`
}

// allocated is what f allocates. Reading the statistics also closes the tiny
// allocator's open block, so that every measurement begins alike.
func allocated(f func()) (bytes, objects uint64) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc, after.Mallocs - before.Mallocs
}

// measure sums what so many calls allocate, after one that makes what is made
// on first use.
func measure(variant string, calls uint64, f func()) row {
	f()
	bytes, objects := allocated(func() {
		for i := uint64(0); i < calls; i++ {
			f()
		}
	})
	return row{variant, calls, objects, bytes}
}

// series collects bytes and objects of single measurements, as two facts.
type series struct {
	name           string
	bytes, objects []uint64
}

func (s *series) add(f func()) {
	bytes, objects := allocated(f)
	s.bytes = append(s.bytes, bytes)
	s.objects = append(s.objects, objects)
}

func (s *series) facts() []fact {
	return []fact{
		{s.name + "_bytes", "bytes", s.bytes, 1},
		{s.name + "_objects", "blocks", s.objects, 1},
	}
}

func printRecord(tables []table, facts []fact) {
	out := output{
		Format: 1,
		Lab:    "lab3",
		Build:  build{runtime.Version(), runtime.GOOS + "/" + runtime.GOARCH, "GOMAXPROCS=1 GOGC=off"},
		Body:   body{tables, facts},
	}
	text, err := json.MarshalIndent(out, "", "  ")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	fmt.Println(string(text))
}
