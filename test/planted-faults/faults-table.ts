// The table of docs/planted-faults.md: what was planted, what it breaks, and the test that found it.
import type { PlantedFault } from './planted-fault.ts'

export const FAULTS_TABLE = 'docs/planted-faults.md'

const OPENING = `# Planted faults

Each row takes the guard of a promise or a requirement out of the code. The test file in the row must fail because of it, and passes
without it. \`./cmux test soak\` plants them one by one in a copy of the checkout and runs just that file; \`./cmux test tidy\` checks that
each row still has its place. The rows are in \`test/planted-faults/rows/\`; this page is written by the soak (see
[decision 141](decisions/0141-planted-faults.md)).
`

const HEAD = ['fault', 'breaks', 'what cmux would do', 'found by', 'test']

/** `found`: the title of the test that found each, by the id of the row. */
export function composeTable(rows: readonly PlantedFault[], found: ReadonlyMap<string, string>): string {
  const lines = rows.map((row) => composeLine(row, found.get(row.id) ?? ''))
  const dashes = HEAD.map(() => '---')
  return `${OPENING}\n${[HEAD, dashes].map(joinCells).join('\n')}\n${lines.join('\n')}\n`
}

function composeLine({ id, breaks, what, foundBy }: PlantedFault, title: string): string {
  return joinCells([`\`${id}\``, breaks, what, `\`${foundBy}\``, title])
}

const joinCells = (cells: readonly string[]) => `| ${cells.map(escapeCell).join(' | ')} |`

/** A title may hold anything that a test gives it. */
function escapeCell(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').trim()
}

/** The titles that the table has, by the id of the row: what is not run again is kept. */
export function readTitles(table: string): Map<string, string> {
  const lines = table.split('\n').map((line) => line.split(/(?<!\\) *\| */).map((cell) => cell.trim()))
  const rows = lines.filter(([, id]) => /^`[a-z0-9-]+`$/.test(id ?? ''))
  return new Map(rows.map(([, id = '', , , , title = '']) => [id.slice(1, -1), title.replaceAll('\\|', '|')]))
}

/** A row that the table does not have as it is, or whose finder it does not name. */
export function listTableFaults(rows: readonly PlantedFault[], table: string): string[] {
  const titles = readTitles(table)
  const known = new Set(table.split('\n').map((line) => line.replaceAll(/\s+/g, ' ')))
  const unsaid = rows
    .filter((row) => titles.get(row.id) === undefined || titles.get(row.id) === '')
    .map(({ id }) => `${id}: ${FAULTS_TABLE} does not say which test has found it`)
  const old = rows
    .filter((row) => titles.has(row.id) && !known.has(composeLine(row, titles.get(row.id) ?? '')))
    .map(({ id }) => `${id}: ${FAULTS_TABLE} says something else about it`)
  const gone = [...titles.keys()]
    .filter((id) => !rows.some((row) => row.id === id))
    .map((id) => `${id}: ${FAULTS_TABLE} has a row that is gone`)
  return [...unsaid, ...old, ...gone]
}
