package main

import (
	"bytes"
	"runtime"

	"gokit"
)

const calls = 1000

// Sums are kept where the compiler cannot prove them unused.
var keepSum uint32

// measure sums what `calls` calls allocate.
func measure(variant string, f func([]byte) uint32) gokit.Row {
	text := bytes.Repeat([]byte("a"), bodyLen)
	if f(text) != streamed(text) {
		panic(variant + " sums up another frame")
	}
	return gokit.Measure(variant, calls, func() { keepSum = f(text) })
}

// chain lists the capacities that a buffer passes through while it gets a frame.
func chain() []uint64 {
	var frame bytes.Buffer
	frame.Write(prefix)
	first := uint64(frame.Cap())
	frame.Write(make([]byte, bodyLen))
	return []uint64{first, uint64(frame.Cap())}
}

// afterCollections counts the bytes of one pooled frame after one collection and
// after two. The pool registers itself anew after each, and after the second
// what waited in it is gone.
func afterCollections() (bytes []uint64) {
	text := make([]byte, bodyLen)
	for _, collections := range []int{1, 2} {
		keepSum = pooled(text)
		for i := 0; i < collections; i++ {
			runtime.GC()
		}
		_, again := gokit.Allocated(func() { keepSum = pooled(text) })
		bytes = append(bytes, again)
	}
	return bytes
}

// stillHeld is the capacity that a pool's buffer has after one frame of 16 MiB
// and then many small ones, each after a collection.
func stillHeld() uint64 {
	text := make([]byte, bodyLen)
	keepSum = pooled(make([]byte, 16<<20))
	for i := 0; i < 50; i++ {
		runtime.GC()
		keepSum = pooled(text)
	}
	frame := pool.Get().(*bytes.Buffer)
	held := uint64(frame.Cap())
	pool.Put(frame)
	return held
}

func main() {
	gokit.Exact()
	rows := gokit.Rows("frame",
		measure("fresh", fresh),
		measure("exact", exact),
		measure("reused", reused),
		measure("pooled", pooled),
		measure("stack", stack),
		measure("streamed", streamed),
	)
	alone := measure("local", local)
	facts := []gokit.Fact{
		gokit.Figures("chain", "bytes", chain()...),
		gokit.Over(calls, "local", "bytes", alone.Bytes),
		gokit.Over(calls, "local_blocks", "blocks", alone.Blocks),
		gokit.Figures("collected", "bytes", afterCollections()...),
		gokit.Figures("held", "bytes", stillHeld()),
	}
	gokit.Print("lab4", []gokit.Table{rows}, facts)
}
