package main

import "gokit"

// series collects bytes and objects of single measurements, as two facts.
type series struct {
	name           string
	bytes, objects []uint64
}

func (s *series) add(f func()) {
	objects, bytes := gokit.Allocated(f)
	s.bytes = append(s.bytes, bytes)
	s.objects = append(s.objects, objects)
}

func (s *series) facts() []gokit.Fact {
	return []gokit.Fact{
		gokit.Figures(s.name+"_bytes", "bytes", s.bytes...),
		gokit.Figures(s.name+"_objects", "blocks", s.objects...),
	}
}
