// The verbs about the journal.
import type { Verb } from './verb.ts'

export const JOURNAL_VERBS: readonly Verb[] = [
  {
    name: 'journal add',
    args: '<text...>',
    summary: 'write an entry into the journal (`-` reads standard input)',
    example: 'cmux journal add --kind decision "we stay with SQLite: one machine is enough"',
    options: [
      ['--kind <kind>', 'note, decision or error (default: note)'],
      ['--project <name>', 'the project it is about (default: none; for an agent its own)'],
      ['--attach <file>', 'keep this file with it'],
      ['--id <id>', 'to try again without writing it twice'],
    ],
    revives: true,
    load: async () => (await import('./verbs/journal.ts')).addEntry,
  },
  {
    name: 'journal read',
    args: '[date]',
    summary: 'a day of the journal (default: today, in UTC)',
    example: 'cmux journal read 2026-01-31 --project shop',
    options: [
      ['--project <name>', 'only one project'],
      ['--kind <kind>', 'note, decision, error, recovery, change or agent'],
      ['--agent <name>', 'only what it wrote, or what is about it'],
    ],
    revives: true,
    load: async () => (await import('./verbs/journal.ts')).readJournal,
  },
  {
    name: 'journal search',
    args: '<words...>',
    summary: 'entries with all of these words, newest first',
    example: 'cmux journal search flaky test',
    options: [
      ['--project <name>', 'only one project'],
      ['-n, --limit <count>', 'how many (default 20)'],
    ],
    revives: true,
    load: async () => (await import('./verbs/journal.ts')).searchJournal,
  },
]
