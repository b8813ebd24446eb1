// The appends and inserts of lab5 in Go, under the names of the Rust variants,
// so that the two languages' counts stand side by side.
package main

import "sync"

// As in labs/lab5/src.
const (
	times  = 1_000_000
	copies = 100_000
	offers = 40
	length = 1_000_000
)

// Texts that are appended: into a buffer of one kilobyte, and of four.
var (
	short = make([]byte, 100)
	text  = make([]byte, 128)
)

// Where a result goes that the compiler must not prove unused.
var (
	keep  []byte
	total int
)

// appendFresh lets every buffer escape: it is stored where others see it.
func appendFresh() {
	for i := 0; i < times; i++ {
		buffer := make([]byte, 0, 1024)
		keep = append(buffer, short...)
	}
}

// appendArray is the same line, and the buffer stays in the function. Its size
// is a constant, so the compiler puts it on the stack.
func appendArray() {
	for i := 0; i < times; i++ {
		buffer := make([]byte, 0, 1024)
		buffer = append(buffer, short...)
		total += len(buffer)
	}
}

func appendReused() {
	buffer := make([]byte, 0, 1024)
	for i := 0; i < times; i++ {
		buffer = append(buffer[:0], short...)
		total += len(buffer)
	}
}

var pointers = sync.Pool{New: func() any { buffer := make([]byte, 0, 1024); return &buffer }}

// appendPooled keeps the slice behind a pointer, which fits into an interface.
func appendPooled() {
	for i := 0; i < times; i++ {
		buffer := pointers.Get().(*[]byte)
		*buffer = append((*buffer)[:0], short...)
		total += len(*buffer)
		pointers.Put(buffer)
	}
}

var values = sync.Pool{New: func() any { return make([]byte, 0, 1024) }}

// appendBoxed puts the slice itself into the interface: its three words must go
// somewhere, so every Put allocates.
func appendBoxed() {
	for i := 0; i < times; i++ {
		buffer := append(values.Get().([]byte)[:0], short...)
		total += len(buffer)
		values.Put(buffer)
	}
}

// insertOrLose does as the Go text prints it: what does not fit is dropped.
func insertOrLose(buffer, text []byte) []byte {
	used := len(buffer)
	if cap(buffer)-used < len(text) {
		return buffer
	}
	buffer = buffer[:used+len(text)]
	copy(buffer[used:], text)
	return buffer
}

func offerLossy(count int) {
	keep = make([]byte, 0, 4096)
	for i := 0; i < count; i++ {
		keep = insertOrLose(keep, text)
	}
}

func offerGrowing(count int) {
	keep = make([]byte, 0, 4096)
	for i := 0; i < count; i++ {
		keep = append(keep, text...)
	}
}

func copyFresh() {
	for i := 0; i < copies; i++ {
		keep = append([]byte{}, text...)
	}
}

func copyInPlace() {
	keep = make([]byte, 0, 4096)
	for i := 0; i < copies; i++ {
		keep = insertOrLose(keep[:0], text)
	}
}

func copyAppend() {
	keep = make([]byte, 0, 4096)
	for i := 0; i < copies; i++ {
		keep = append(keep[:0], text...)
	}
}

// insertSlice inserts into a slice with room and says how many bytes moved: that
// is what copy returns.
func insertSlice(bytes []byte, at int, added byte) ([]byte, int) {
	bytes = append(bytes, 0)
	moved := copy(bytes[at+1:], bytes[at:])
	bytes[at] = added
	return bytes, moved
}

// moved inserts at every twentieth of the text.
func moved() (counts []uint64) {
	for twentieth := 0; twentieth <= 20; twentieth++ {
		bytes := make([]byte, length, length+1)
		_, count := insertSlice(bytes, length*twentieth/20, 1)
		counts = append(counts, uint64(count))
	}
	return counts
}
