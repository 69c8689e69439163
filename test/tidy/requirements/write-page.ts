// Writes docs/requirements.md: each requirement with its sentence, the tests that show it and what is not shown yet.
import { KINDS, type Shown } from './list-shown.ts'
import { listIds, type Requirements } from './requirements.ts'

/** Left out by a plain `./cmux test`. */
const ON_DEMAND: ReadonlySet<string> = new Set(['real', 'soak'])

export function writePage(requirements: Requirements, shown: readonly Shown[]): string {
  const lines = writeHead(requirements)
  for (const [title, sentences] of Object.entries(requirements.sections)) {
    lines.push('', `## ${title}`, '')
    for (const [id, sentence] of Object.entries(sentences)) {
      lines.push(`- **${id}** ${sentence}`)
      lines.push(...listTests(shown.filter((row) => row.id === id)))
      lines.push(...listMissing(requirements.missing, id))
    }
  }
  return `${lines.join('\n')}\n`
}

function writeHead({ sections, missing }: Requirements): string[] {
  const [all, none, part] = [
    listIds({ sections }),
    Object.keys(missing.notShown),
    Object.keys(missing.partlyShown),
  ]
  return [
    '# Requirements',
    '',
    'Every requirement has an id, and a test that shows it quotes the id in its title. `./cmux test requirements`',
    'writes this page from `docs/requirements.json`, `docs/not-built.json` and those titles; `./cmux test tidy` fails when the',
    'page is not current, when a title quotes an unknown id, and when an id has no test and does not stand in `not-built.json`,',
    'which may only shrink. A number is a count of titles: a table of cases is one. `./cmux test` runs all kinds but those',
    'marked _on demand_.',
    '',
    `Of ${all.length} requirements ${all.length - none.length - part.length} are shown, ${part.length} are shown in part and ${none.length} are not shown.`,
  ]
}

function listTests(shown: readonly Shown[]): string[] {
  return KINDS.flatMap((kind) => {
    const rows = shown.filter((row) => row.kind === kind)
    if (rows.length === 0) return []
    const files = rows.map(({ file, titles }) => `${file} (${titles})`).toSorted()
    return [`  - ${kind}${ON_DEMAND.has(kind) ? ' (_on demand_)' : ''}: ${files.join(', ')}`]
  })
}

function listMissing({ partlyShown, notShown }: Requirements['missing'], id: string): string[] {
  const [part, all] = [partlyShown[id], notShown[id]]
  if (part !== undefined) return [`  - Shown but for: ${part}`]
  return all === undefined ? [] : [`  - Not shown: ${all}`]
}
