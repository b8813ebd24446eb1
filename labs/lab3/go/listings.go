package main

import (
	"bytes"
	"fmt"
	"runtime"
	"strings"
	"sync"
)

// The programs of the Chinese texts, rebuilt from their descriptions: records
// that are built and encoded, and a frame.

type record struct {
	id   int
	name string
	tags []string
}

func buildRecords(n int) []*record {
	records := make([]*record, 0, n)
	for id := 0; id < n; id++ {
		records = append(records, &record{id: id, name: fmt.Sprintf("rec-%d", id), tags: []string{"a", "b"}})
	}
	return records
}

func appendRecords(text *bytes.Buffer, records []*record) {
	for _, r := range records {
		text.WriteString(r.name)
		text.WriteByte(',')
		for _, tag := range r.tags {
			text.WriteString(tag)
		}
		text.WriteByte('\n')
	}
}

func encodeFresh(records []*record) string {
	var text bytes.Buffer
	appendRecords(&text, records)
	return text.String()
}

func encodeExact(records []*record, size int) string {
	var text bytes.Buffer
	text.Grow(size)
	appendRecords(&text, records)
	return text.String()
}

var pool = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func encodePooled(records []*record) string {
	text := pool.Get().(*bytes.Buffer)
	defer pool.Put(text)
	text.Reset()
	appendRecords(text, records)
	return text.String()
}

var (
	prefix  = []byte("data: ")
	payload = make([]byte, 4096)
)

// frameEscaping is the shape of the text: the same variable may come from a
// pool and go back to it, so the struct escapes.
//
//go:noinline
func frameEscaping(pooled bool) int {
	var frame *bytes.Buffer
	if pooled {
		frame = pool.Get().(*bytes.Buffer)
		frame.Reset()
		defer pool.Put(frame)
	} else {
		frame = new(bytes.Buffer)
	}
	frame.Write(prefix)
	frame.Write(payload)
	return frame.Len()
}

//go:noinline
func frameLocal() int {
	var frame bytes.Buffer
	frame.Write(prefix)
	frame.Write(payload)
	return frame.Len()
}

// profiled sums what a heap profile of every allocation shows for f: bytes and
// objects of stacks in which `function` stands, without those in which one of
// `without` stands below it.
func profiled(f func(), function string, without string) (size, objects uint64) {
	snapshot := func() (size, objects uint64) {
		runtime.GC()
		runtime.GC() // two collections publish what was allocated before
		n, _ := runtime.MemProfile(nil, true)
		records := make([]runtime.MemProfileRecord, n+100)
		n, _ = runtime.MemProfile(records, true)
		for _, r := range records[:n] {
			frames, found, left := runtime.CallersFrames(r.Stack()), false, false
			for more := true; more; {
				var frame runtime.Frame
				frame, more = frames.Next()
				found = found || frame.Function == function
				left = left || (without != "" && strings.HasPrefix(frame.Function, without))
			}
			if found && !left {
				size += uint64(r.AllocBytes)
				objects += uint64(r.AllocObjects)
			}
		}
		return size, objects
	}
	bytesBefore, before := snapshot()
	// The collections emptied fmt's pool; what fills it again is not asked for.
	keepText = fmt.Sprintf("rec-%d", 0)
	f()
	bytesAfter, after := snapshot()
	return bytesAfter - bytesBefore, after - before
}
