// git: by its subcommand, after the options that change what all of them mean.
import type { PlainKind } from '../effect.ts'
import { plainWord, type KnownWord } from '../known-word.ts'
import { hasOption, mentions, optionValues, plainArgs, type Call, type Found } from '../program.ts'
import { mayBeOption, mayHaveOption, surelyHasOption } from './may-have-option.ts'

type Args = readonly KnownWord[]
type Subcommand = (args: Args) => readonly Found[]

const free: Subcommand = () => []
const as =
  (kind: PlainKind, note?: string): Subcommand =>
  () => [{ kind, ...(note !== undefined && { note }) }]

const ROWS: readonly (readonly [names: string, does: Subcommand])[] = [
  [
    `status rev-parse ls-files ls-tree describe shortlog merge-base cat-file name-rev rev-list for-each-ref check-ignore
    diff-tree diff-index diff-files count-objects fsck show-ref show-branch cherry range-diff version help whatchanged var
    interpret-trailers stripspace`,
    writesOutput,
  ],
  [
    `add merge cherry-pick apply am notes symbolic-ref update-index write-tree hash-object sparse-checkout`,
    (args) => changes(args, 'own work'),
  ],
  ['mv', (args) => drops(args, mayHaveOption(args, '-f', '--force'))],
  ['gc', (args) => drops(args, mayHaveOption(args, '--prune'))],
  ['maintenance', maintains],
  [
    'commit',
    (args) => changes(args, 'own work', mayHaveOption(args, '--amend') ? 'rewrites the last commit' : null),
  ],
  ['switch', (args) => drops(args, mayHaveOption(args, '-f', '--force', '--discard-changes'))],
  ['checkout', checksOut],
  ['restore', (args) => drops(args, !restoresIndexOnly(args))],
  ['reset', (args) => drops(args, mayHaveOption(args, '--hard', '--merge', '--keep'))],
  ['clean', (args) => drops(args, !surelyHasOption(args, ['-e', '--exclude'], '-n', '--dry-run'))],
  ['rm', (args) => drops(args, !surelyHasOption(args, ['--pathspec-from-file'], '--cached'))],
  ['revert', (args) => changes(args, 'own work')],
  ['stash', stashes],
  ['branch', (args) => (isBranchList(args) ? writesOutput(args) : changes(args, 'own work'))],
  [
    'tag',
    (args) => (args.length === 0 || hasOption(args, '-l', '--list') ? free(args) : changes(args, 'own work')),
  ],
  ['log show diff blame grep annotate', looksAtFiles],
  ['reflog', (args) => (isOneOf(args[0], 'expire', 'delete') ? drops(args, true) : looksAtFiles(args))],
  ['fetch pull clone ls-remote request-pull', as('network')],
  ['remote submodule lfs', reachesOut],
  ['push send-pack', pushes],
  ['config', configures],
  ['rebase', (args) => [...changes(args, 'own work', 'rewrites commits'), ...runsEach(args, '-x', '--exec')]],
  ['bisect', (args) => [...changes(args, 'own work'), ...bisects(args)]],
  [
    'worktree archive format-patch bundle init',
    (args) => mentions('write', [...plainArgs(args), ...optionValues(args)]),
  ],
]

const SUBCOMMANDS: ReadonlyMap<string, Subcommand> = new Map(
  ROWS.flatMap(([names, does]) => names.split(/\s+/).map((name) => [name, does] as const)),
)

/** Settings that change only how things look, or who a commit is by. */
const HARMLESS_SETTING =
  /^(user\.(name|email)|color\.[\w.]+|core\.(quotepath|autocrlf|pager=cat$|abbrev)|advice\.\w+|commit\.gpgsign|tag\.gpgsign|init\.defaultbranch|diff\.(renames|context|algorithm)|merge\.conflictstyle|log\.\w+|column\.\w+)/i

export function readGit({ args }: Call): Found[] {
  const found: Found[] = []
  let rest = args
  let folder: KnownWord | undefined
  while (rest[0] && (rest[0].text === null || rest[0].text.startsWith('-'))) {
    const [option, value] = rest
    const text = option.text
    if (text === '-C' && value) folder = value
    else if (text === '-c' && HARMLESS_SETTING.test(value?.text ?? '')) found.push({ kind: 'plain' })
    else if (
      !/^(--no-pager|-P|--paginate|-p|--version|--help|-v|-h|--literal-pathspecs|--no-optional-locks)$/.test(
        text ?? '',
      )
    )
      found.push({ kind: 'unknown', note: `git ${option.source} changes what git does` })
    rest = rest.slice(
      /^(-C|-c|--git-dir|--work-tree|--namespace|--exec-path|--config-env)$/.test(text ?? '') ? 2 : 1,
    )
  }
  if (folder) return [...found, { kind: 'command', words: [plainWord('git'), ...rest], folder }]
  const [name, ...more] = rest
  if (!name) return found
  const does = name.text === null ? undefined : SUBCOMMANDS.get(name.text)
  const unknown: Found = { kind: 'unknown', note: `nobody knows what git ${name.source} does` }
  return [...found, ...(does ? [...does(more), ...hiddenPrograms(more)] : [unknown])]
}

/** Each of them starts a program that is named there, or in the settings of the repository. */
const RUNS = [
  ...'--ext-diff --textconv --upload-pack --receive-pack --exec --open-files-in-pager --extcmd'.split(' '),
  '--template',
  '--core-fsmonitor',
]

function hiddenPrograms(args: Args): Found[] {
  const option = args.find(({ text }) => text !== null && (text.startsWith('-O') || mayBeOption(text, RUNS)))
  return option ? [{ kind: 'unknown', note: `${option.source} starts another program` }] : []
}

function writesOutput(args: Args): Found[] {
  return args.flatMap((word, index) => {
    const [option, path] = /^--output(?:-directory)?(?:=(.+))?$/s.exec(word.text ?? '') ?? []
    if (path !== undefined) return mentions('write', [{ ...word, text: path }])
    const next = option === undefined ? undefined : args[index + 1]
    return next ? mentions('write', [next]) : []
  })
}

/** Where the folder is known, it has to be one that the agent may change. */
function changes(args: Args, kind: 'own work' | 'discard', note: string | null = null): Found[] {
  return [{ kind, ...(note !== null && { note }) }, { kind: 'changes here' }, ...writesOutput(args)]
}

function drops(args: Args, isDropping: boolean): Found[] {
  return changes(args, isDropping ? 'discard' : 'own work')
}

/** Options of `checkout` that have the next word for a value. */
const CHECKOUT_VALUES = ['-b', '-B', '--orphan', '--conflict', '--pathspec-from-file']

/** A lone name may be a branch, or a file whose changes it throws away: nobody knows without looking. */
function checksOut(args: Args): Found[] {
  const makes = surelyHasOption(args, CHECKOUT_VALUES, '-b', '-B', '--orphan', '--detach')
  const puts = mayHaveOption(args, '-f', '--force', '-p', '--patch', '--pathspec-from-file')
  const names = plainArgs(args)
  const files = args.some(({ text }) => text === '--') || names.length > 1
  const isFolder = names.some(({ text }) => text === null || /[./*]/.test(text))
  if (puts || (!makes && (files || isFolder))) return drops(args, true)
  const mayBeFile: Found = { kind: 'discard', note: 'if that names a file' }
  return [...drops(args, false), ...(makes || names.length === 0 ? [] : [mayBeFile])]
}

/** Values of `restore`. */
const RESTORE_VALUES = ['-s', '--source', '--conflict', '--pathspec-from-file']

const restoresIndexOnly = (args: Args) =>
  surelyHasOption(args, RESTORE_VALUES, '-S', '--staged') && !mayHaveOption(args, '-W', '--worktree')

/** Some of it writes into the person’s settings and has the system start git now and then. */
function maintains(args: Args): readonly Found[] {
  return args[0]?.text === 'run'
    ? changes(args, 'own work')
    : as('environment', 'changes what the system starts by itself')(args)
}

function stashes(args: Args): Found[] {
  const [first] = plainArgs(args)
  if (first?.text === 'list' || first?.text === 'show') return writesOutput(args)
  return drops(args, isOneOf(first, 'drop', 'clear'))
}

/** Also when nobody knows what the word is. */
const isOneOf = (word: KnownWord | undefined, ...names: readonly string[]) =>
  word !== undefined && (word.text === null || names.includes(word.text))

/** Without a name it only lists. */
function isBranchList(args: Args): boolean {
  return (
    plainArgs(args).length === 0 || hasOption(args, '-l', '--list', '--contains', '--merged', '--no-merged')
  )
}

/** With `--no-index` it compares any files. */
function looksAtFiles(args: Args): Found[] {
  return [
    ...writesOutput(args),
    ...(hasOption(args, '--no-index') ? mentions('search', plainArgs(args)) : []),
  ]
}

const REMOTE_LOOKS = new Set(['-v', '--verbose', 'show', 'get-url', undefined])

function reachesOut(args: Args): readonly Found[] {
  const [first] = args
  // `git remote`, `git remote -v`: only looks. Everything else of these speaks to another machine, or prepares it.
  if (args.length <= 1 && REMOTE_LOOKS.has(first?.text ?? undefined) && first?.text !== null)
    return free(args)
  return as('network')(args)
}

function pushes(args: Args): Found[] {
  const forced =
    args.some(({ text }) => text === null || /^[+:]/.test(text)) ||
    mayHaveOption(args, '-f', '--force', '--force-with-lease', '--mirror', '--delete', '-d', '--prune')
  return [{ kind: forced ? 'forced push' : 'push' }]
}

function configures(args: Args): readonly Found[] {
  const looks =
    hasOption(args, '--get', '--get-all', '--get-regexp', '--list', '-l', '--show-origin') ||
    /^(get|list)$/.test(args[0]?.text ?? '')
  if (looks) return free(args)
  const [key, ...value] = plainArgs(args)
  if (
    key &&
    value.length === 0 &&
    !hasOption(
      args,
      '--unset',
      '--edit',
      '-e',
      '--add',
      '--remove-section',
      '--rename-section',
      '--unset-all',
    )
  )
    return free(args)
  if (HARMLESS_SETTING.test(key?.text ?? '') && !hasOption(args, '--global', '--system', '-f', '--file'))
    return free(args)
  return as('environment', 'changes settings of git, which can name programs to start')(args)
}

/** `git rebase -x 'npm test'`: shell text. */
function runsEach(args: Args, ...options: readonly string[]): Found[] {
  return args.flatMap(({ text }, index): Found[] => {
    if (text === null) return [{ kind: 'unknown', note: 'may run something' }]
    const joined = /^(?:--exec=|-x)(.+)$/s.exec(text)?.[1]
    if (joined !== undefined) return [{ kind: 'script', text: joined }]
    const next = args[index + 1]?.text
    if (!options.includes(text)) return []
    return [
      typeof next === 'string'
        ? { kind: 'script', text: next }
        : { kind: 'unknown', note: 'may run something' },
    ]
  })
}

function bisects(args: Args): Found[] {
  return args[0]?.text === 'run' ? [{ kind: 'command', words: args.slice(1) }] : []
}
