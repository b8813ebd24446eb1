module gopool

go 1.27.0
