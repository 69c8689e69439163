// Whether a pattern of paths is one that is matched in no time, whatever the path. Each star tries all lengths, and stars in a row try all
// lengths of all of them: fifteen in one name kept a server busy for hours.

const DEEP_MAX = 2
const IN_NAME_MAX = 3
const CHOICES_MAX = 4

/** In words; undefined when it is fine. */
export function findGlobExcess(glob: string): string | undefined {
  if (/[@!+*?]\(/.test(glob)) return 'must have no group such as +(a|b)'
  const names = glob.split('/').filter((name) => name !== '**')
  if (glob.split('/').length - names.length > DEEP_MAX) return `must have at most ${DEEP_MAX} **`
  if (names.some((name) => name.split('*').length - 1 > IN_NAME_MAX))
    return `must have at most ${IN_NAME_MAX} * in one name`
  return glob.split('{').length - 1 > CHOICES_MAX
    ? `must have at most ${CHOICES_MAX} choices {a,b}`
    : undefined
}
