// The verbs about the journal.
import type { Verb } from '../verb.ts'

export const JOURNAL_VERBS: readonly Verb[] = [
  {
    name: 'journal add',
    args: '<text...>',
    summary: 'add an entry to the journal (`-` reads standard input)',
    example: 'cmux journal add --kind decision "we stay with SQLite: one machine is enough"',
    options: [
      ['--kind <kind>', 'note, decision or error (default: note)'],
      ['--project <name>', 'project of the entry (default: none; for an agent its own)'],
      ['--attach <file>', 'attach this file'],
      ['--id <id>', 'a repeated id adds no second entry'],
    ],
    revives: true,
    load: async () => (await import('../verbs/journal.ts')).addEntry,
  },
  {
    name: 'journal read',
    args: '[date]',
    summary: 'show a day of the journal (default: today, in UTC)',
    example: 'cmux journal read 2026-01-31 --project shop',
    options: [
      ['--project <name>', 'only entries of this project'],
      ['--kind <kind>', 'only this kind: note, decision, error, recovery, change or agent'],
      ['--agent <name>', 'only entries by or about this agent'],
    ],
    revives: true,
    load: async () => (await import('../verbs/journal.ts')).readJournal,
  },
  {
    name: 'journal search',
    args: '<words...>',
    summary: 'search for entries with all of these words, newest first',
    example: 'cmux journal search flaky test',
    options: [
      ['--project <name>', 'only entries of this project'],
      ['-n, --limit <count>', 'how many at most (default 20)'],
    ],
    revives: true,
    load: async () => (await import('../verbs/journal.ts')).searchJournal,
  },
]
