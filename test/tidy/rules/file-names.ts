// A name says what is inside. The banned words fit everything, so such a file collects everything.
import type { Rule } from '../rule.ts'
import type { SourceFile } from '../syntax/source-file.ts'

const PART = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/
/** What everybody calls the page that a folder opens with. */
const README = 'README.md'
const FOLDERS = /^(src|test|bench|scripts)\//
const BANNED_WORDS = new Set(
  'util utils helper helpers manager managers service services types constants'.split(' '),
)

export const fileNames: readonly Rule[] = [
  {
    name: 'kebab-case',
    style: 7,
    where: 'code and everything under src',
    forbids: 'name that is not kebab-case',
    instead: 'lower-case words with hyphens',
    appliesTo: (file) => file.isCode || file.path.startsWith('src/'),
    find: (file) => refuseParts(file, (part) => !PART.test(part) && part !== README),
  },
  {
    name: 'banned-names',
    style: 7,
    where: 'code',
    forbids: 'name that fits everything',
    instead: 'the name of the one thing that the file exports',
    appliesTo: (file) => file.isCode && FOLDERS.test(file.path),
    find: (file) => refuseParts(file, (part) => part.split(/[-.]/).some((word) => BANNED_WORDS.has(word))),
  },
]

function refuseParts({ path }: SourceFile, isRefused: (part: string) => boolean) {
  return path
    .split('/')
    .filter(isRefused)
    .map((part) => ({ offset: 0, what: part }))
}
