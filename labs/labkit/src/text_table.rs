//! A table for the terminal: first column to the left, numbers to the right.

/// Rows of equal length under `head`, each line ending in a newline.
pub(crate) fn text_table(head: &[&str], rows: &[Vec<String>]) -> String {
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.chain([head[column].chars().count()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    let mut text = String::new();
    let head_row: Vec<String> = head.iter().map(|&cell| cell.to_owned()).collect();
    for row in std::iter::once(&head_row).chain(rows) {
        let cells = row.iter().zip(&widths).enumerate().map(|(i, (cell, &width))| match i {
            0 => format!("{cell:<width$}"),
            _ => format!("{cell:>width$}"),
        });
        text.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    #[test]
    fn columns_line_up() {
        let rows =
            [vec!["a".to_owned(), "1".to_owned()], vec!["µµµ".to_owned(), "1,000".to_owned()]];
        assert_eq!(
            super::text_table(&["row", "bytes"], &rows),
            "row  bytes\na        1\nµµµ  1,000\n"
        );
    }
}
