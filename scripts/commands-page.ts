// `./cmux test commands`: writes docs/commands.md from the table of verbs, so that the page and `--help` say the same.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Verb } from '../src/cli/verb.ts'
import { VERBS } from '../src/cli/verbs.ts'
import { escapeMarks } from './escape-marks.ts'

export const COMMANDS_PATH = 'docs/commands.md'

/** The first words of the verbs in each section, in the order of the page. */
const SECTIONS: Readonly<Record<string, readonly string[]>> = {
  'Start and stop': ['up', 'down', 'restart', 'open', 'service'],
  'See what is going on': ['status', 'next', 'logs', 'doctor', 'alerts', 'audit', 'notices'],
  Agents: ['agent', 'adopt', 'pause', 'resume'],
  'Messages and tasks': ['send', 'inbox', 'message', 'task', 'journal'],
  'Projects and changes': ['project', 'diff', 'land', 'push', 'improve'],
  'Stay in charge': ['approvals', 'confirm', 'rules', 'budget', 'token'],
  'Releases and backups': ['release', 'watchdog', 'backup'],
  'Try and prove': ['demo', 'prove', 'mcp', 'test', 'bench'],
}

const HEAD = `# Commands

Every command takes \`--home DIR\` (or \`CMUX_HOME\`; default \`~/.cmux\`), \`--json\` and \`--help\`. Exit codes: 0 done, 1 failed,
2 wrong usage, 3 not running, 4 refused, 5 timed out.

Short forms: \`cmux start\` and \`cmux stop\` are \`up\` and \`down\`, or, with a name, \`agent restart\` and \`agent stop\`.
\`cmux attach NAME\`, \`cmux approve ID\` and \`cmux deny ID\` work, too.

When all processes of cmux were killed, the next command that needs them starts them again and says so. After \`cmux down\`
they stay down.

\`./cmux test commands\` writes this page from the table of verbs in \`src/cli/\`.
`

/** A verb whose first word is in no section is an error: nobody would find it on the page. */
export function composeCommandsPage(verbs: readonly Verb[]): string {
  const sections = Object.entries(SECTIONS).map(([title, words]) => {
    const chosen = words.flatMap((word) => verbs.filter((verb) => firstWord(verb) === word))
    return `## ${title}\n\n${chosen.map(describeVerb).join('\n')}`
  })
  const placed = new Set(Object.values(SECTIONS).flat())
  const missing = verbs.filter((verb) => !placed.has(firstWord(verb)))
  if (missing.length > 0)
    throw new Error(`no section of ${COMMANDS_PATH} has: ${missing.map(({ name }) => name).join(', ')}`)
  return `${HEAD}\n${sections.join('\n')}`
}

const firstWord = ({ name }: Verb) => name.split(' ')[0] ?? ''

function describeVerb({ name, args, summary, example, options }: Verb): string {
  const title = ['cmux', name, args].filter((part) => part !== undefined).join(' ')
  const rows = (options ?? []).map(([flags, meaning]) => `- \`${flags}\`: ${escapeMarks(meaning)}`)
  return [
    `### \`${title}\``,
    '',
    asSentence(escapeMarks(summary)),
    '',
    ...(rows.length > 0 ? [...rows, ''] : []),
    '```sh',
    example,
    '```',
    '',
  ].join('\n')
}

const asSentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`

/** Gives the path of the page. */
export function writeCommandsPage(root: string): string {
  writeFileSync(join(root, COMMANDS_PATH), composeCommandsPage(VERBS))
  return COMMANDS_PATH
}
