"""From records to what people read: result rows, and later tables, figures and pages."""
