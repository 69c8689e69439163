// What git said when it failed, in a line: with the file that it names, however much it says besides. Pure.

/** Git names the file first and gives advice last. */
const FIRST_LINES = 3
const LAST_LINES = 3
const LOCKED = /Unable to create '([^'\n]+\.lock)': File exists/

export function describeGitFailure(verb: string | undefined, said: string): string {
  const lines = said.split('\n').filter((line) => line.trim() !== '')
  const isLong = lines.length > FIRST_LINES + LAST_LINES
  const kept = isLong ? [...lines.slice(0, FIRST_LINES), '…', ...lines.slice(-LAST_LINES)] : lines
  return `git ${verb} failed: ${kept.join(' ')}`
}

/** The lock that stood in its way, if one did. */
export const findLock = (said: string): string | undefined => LOCKED.exec(said)?.[1]

export const howToUnlock = (lock: string): string =>
  `wait for the git that holds ${lock}; if no git runs there any more, remove that file and try again`
