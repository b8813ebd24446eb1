// The pipeline of lab1 in Go: the same records, the same text, the same
// variants under the same names, so that the two languages' counts stand side
// by side. Rebuilt from the description in the Chinese text; its own listing
// of the fresh variant is not printed there.
package main

import (
	"bytes"
	"fmt"
	"sync"
)

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

// encodeFresh grows a buffer that starts empty.
func encodeFresh(records []*record) string {
	var text bytes.Buffer
	appendRecords(&text, records)
	return text.String()
}

// encodeExact sizes the buffer first. String still copies it.
func encodeExact(records []*record) string {
	size := 0
	for _, r := range records {
		size += len(r.name) + 2
		for _, tag := range r.tags {
			size += len(tag)
		}
	}
	var text bytes.Buffer
	text.Grow(size)
	appendRecords(&text, records)
	return text.String()
}

var pool = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// encodePooled reuses a buffer and copies the result out of it.
func encodePooled(records []*record) string {
	text := pool.Get().(*bytes.Buffer)
	defer pool.Put(text)
	text.Reset()
	appendRecords(text, records)
	return text.String()
}

// encodeWith reuses a buffer and lends it: nothing is returned.
func encodeWith(records []*record, use func([]byte)) {
	text := pool.Get().(*bytes.Buffer)
	defer pool.Put(text)
	text.Reset()
	appendRecords(text, records)
	use(text.Bytes())
}
