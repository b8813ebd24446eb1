package main

import (
	"bytes"

	"gokit"
)

// Many small programs, so that the model is held against more than the figures
// it was made for. labs/lab3/tests/go.rs runs the same ones in the model.

var sizes = []int{16, 17, 24, 25, 33, 48, 49, 64, 65, 100, 128, 129, 200, 256, 257, 500, 512, 513, 1000, 1024,
	1025, 1152, 2000, 2048, 2049, 3000, 4096, 4097, 4102, 4864, 4865, 5000, 8000, 8192, 8193, 10000, 10240,
	10241, 10880, 10881, 10890, 12288, 12289, 16384, 20000, 24576, 27264, 27265, 32752, 32760, 32761, 32767,
	32768, 32769, 40000, 65536, 65537, 100000, 1000000}

var pointerCounts = []int{1, 2, 3, 8, 32, 63, 64, 65, 100, 127, 128, 129, 255, 256, 500, 1000, 1023, 1024, 2000,
	4000, 4094, 4095, 4096, 10000}

var appendCounts = []int{1, 10, 100, 1000, 5000, 100000}

var recordCounts = []int{1, 10, 64, 65, 100, 255, 256, 257, 300, 1000, 1024, 4096, 10000}

const scripts = 40

// dice is a generator that the other side has too.
type dice uint32

func (d *dice) roll(sides int) int {
	*d = *d*1664525 + 1013904223
	return int(*d>>8) % sides
}

//go:noinline
func makeBytes(n int) []byte { return make([]byte, n) }

//go:noinline
func makePointers(n int) []*int { return make([]*int, n) }

func appendLoop[T any](n int) []T {
	var all []T
	var zero T
	for i := 0; i < n; i++ {
		all = append(all, zero)
	}
	return all
}

func programs() (facts []gokit.Fact) {
	plain, pointers := series{name: "programs_sizes"}, series{name: "programs_pointers"}
	for _, n := range sizes {
		plain.add(func() { keepBytes = makeBytes(n) })
	}
	for _, n := range pointerCounts {
		pointers.add(func() { keepPointers = makePointers(n) })
	}
	appends := series{name: "programs_appends"}
	for _, n := range appendCounts {
		appends.add(func() { keepBytes = appendLoop[byte](n) })
		appends.add(func() { keepPointers = appendLoop[*int](n) })
		appends.add(func() { keepStrings = appendLoop[string](n) })
	}
	facts = append(facts, plain.facts()...)
	facts = append(facts, pointers.facts()...)
	facts = append(facts, appends.facts()...)

	d := dice(7)
	buffers, capacities := series{name: "programs_buffers"}, []uint64{}
	data := make([]byte, 50000)
	for k := 0; k < scripts; k++ {
		largest := []int{8, 70, 300, 5000, 40000}[k%5]
		script := make([]int, 1+d.roll(60))
		for i := range script {
			script[i] = 1 + d.roll(largest)
		}
		buffers.add(func() {
			buffer := new(bytes.Buffer)
			for _, n := range script {
				buffer.Write(data[:n])
			}
			keepBuffer = buffer
		})
		capacities = append(capacities, uint64(keepBuffer.Cap()))
	}
	facts = append(facts, buffers.facts()...)
	facts = append(facts, gokit.Figures("programs_buffers_capacity", "bytes", capacities...))

	tiny := series{name: "programs_tiny"}
	for k := 0; k < scripts; k++ {
		script := make([]int, 5+d.roll(200))
		for i := range script {
			script[i] = 1 + d.roll(15)
		}
		tiny.add(func() {
			for _, n := range script {
				keepBytes = makeBytes(n)
			}
		})
	}
	facts = append(facts, tiny.facts()...)

	builds, encodes := series{name: "programs_build"}, series{name: "programs_encode"}
	for _, n := range recordCounts {
		builds.add(func() { keepRecords = gokit.BuildRecords(n) })
		records := keepRecords
		encodes.add(func() { keepText = gokit.EncodeFresh(records) })
	}
	facts = append(facts, builds.facts()...)
	facts = append(facts, encodes.facts()...)
	count := 0
	for _, s := range []series{plain, pointers, appends, buffers, tiny, builds, encodes} {
		count += len(s.bytes)
	}
	return append(facts, gokit.Figures("programs", "count", uint64(count)))
}
