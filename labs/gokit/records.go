package gokit

import (
	"bytes"
	"fmt"
	"sync"
)

// The records of the Chinese texts, rebuilt from their descriptions; lab1 asks
// what encoding them allocates, lab3 why.

// A Record is one line of the text.
type Record struct {
	id   int
	Name string
	tags []string
}

// Len is how many bytes the record's line has.
func (r *Record) Len() int {
	size := len(r.Name) + 2
	for _, tag := range r.tags {
		size += len(tag)
	}
	return size
}

// BuildRecords makes so many.
func BuildRecords(n int) []*Record {
	records := make([]*Record, 0, n)
	for id := 0; id < n; id++ {
		records = append(records, &Record{id: id, Name: fmt.Sprintf("rec-%d", id), tags: []string{"a", "b"}})
	}
	return records
}

// AppendRecords writes a line for each.
func AppendRecords(text *bytes.Buffer, records []*Record) {
	for _, r := range records {
		text.WriteString(r.Name)
		text.WriteByte(',')
		for _, tag := range r.tags {
			text.WriteString(tag)
		}
		text.WriteByte('\n')
	}
}

// EncodeFresh grows a buffer that starts empty.
func EncodeFresh(records []*Record) string {
	var text bytes.Buffer
	AppendRecords(&text, records)
	return text.String()
}

// EncodeExact sizes the buffer first. String still copies it.
func EncodeExact(records []*Record, size int) string {
	var text bytes.Buffer
	text.Grow(size)
	AppendRecords(&text, records)
	return text.String()
}

// Buffers are those of EncodePooled, and of whoever else reuses them.
var Buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// EncodePooled reuses a buffer and copies the result out of it.
func EncodePooled(records []*Record) string {
	text := Buffers.Get().(*bytes.Buffer)
	defer Buffers.Put(text)
	text.Reset()
	AppendRecords(text, records)
	return text.String()
}
