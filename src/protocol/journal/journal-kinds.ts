// The kinds of an entry of the journal, without zod: the page shows them, too.

/** What somebody writes by hand. */
export const WRITTEN_KINDS = ['note', 'decision', 'error'] as const

/** The others are written by cmux itself. */
export const JOURNAL_KINDS = [...WRITTEN_KINDS, 'recovery', 'change', 'agent'] as const
export type JournalKind = (typeof JOURNAL_KINDS)[number]

/** Where that is kept which belongs to no project. */
export const NO_PROJECT = 'cmux'
