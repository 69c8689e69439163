// The text of a pre-commit hook: POSIX sh that needs nothing of cmux. Pure.
import type { Check } from '../../protocol/project-file.ts'

/** By this line we know our own. */
export const HOOK_MARK = '# cmux commit hook'
/** Where a hook that was there before is kept, beside ours. */
export const FORMER_HOOK = 'pre-commit.before-cmux'

export function composeCommitHook(project: string, checks: readonly Pick<Check, 'name' | 'run'>[]): string {
  return [
    '#!/bin/sh',
    HOOK_MARK,
    `# Runs quick checks of ${project} before a commit. Go around it with: git commit --no-verify`,
    `# Take it away with: cmux project hooks remove ${project}`,
    `former="$(dirname "$0")/${FORMER_HOOK}"`,
    'if [ -x "$former" ]; then "$former" "$@" || exit $?; fi',
    'check() {',
    '  if output=$(sh -c "$2" 2>&1 </dev/null); then return 0; fi',
    '  printf \'%s\\n\' "$output" >&2',
    '  printf \'cmux: %s failed, so nothing is committed: %s\\n\' "$1" "$2" >&2',
    "  printf 'hint: mend it, or go around it with: git commit --no-verify\\n' >&2",
    '  exit 1',
    '}',
    ...checks.map(({ name, run }) => `check ${quote(name)} ${quote(run)}`),
    'exit 0',
    '',
  ].join('\n')
}

const quote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
