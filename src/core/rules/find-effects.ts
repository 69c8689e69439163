// From a tool and its input to what it would do. Pure; where its paths really lead is looked up afterwards.
import { joinPath } from '../../lib/join-path.ts'
import type { Effect, PathKind, PlainKind } from './effect.ts'
import { followScript } from './follow-script.ts'
import { readPatchPaths } from './patch-paths.ts'
import type { ShellReader } from './shell-node.ts'
import type { ToolUse } from './tool-judge.ts'
import { findTool } from './find-tool.ts'

/** Nobody types this much, and a person who is asked can't read it. */
const COMMAND_MAX_CHARS = 64 * 1024
/** Where each of them leads is looked up, part by part. */
const PATHS_MAX = 400
const PATHS_MAX_CHARS = 128 * 1024
/** The system opens no longer one (PATH_MAX of Linux). */
const PATH_MAX_CHARS = 4096
const PATH_FIELDS = [
  'file_path',
  'filePath',
  'notebook_path',
  'path',
  'absolute_path',
  'dir_path',
  'paths',
  'include',
]
const FOLDER_FIELDS = ['workdir', 'directory', 'dir_path', 'cwd']

export interface Surroundings {
  readonly userHome: string
  readonly readShell: ShellReader
}

export function findEffects(use: ToolUse, surroundings: Surroundings): Effect[] {
  const effects = findAll(use, surroundings)
  const within = keepWithinLimits(effects)
  return within.length === effects.length
    ? effects
    : [...within, plainEffect(use.tool, 'unknown', 'it names too many files, or a name that is too long')]
}

function keepWithinLimits(effects: readonly Effect[]): Effect[] {
  let left = { paths: PATHS_MAX, chars: PATHS_MAX_CHARS }
  return effects.filter((effect) => {
    const paths = 'mention' in effect ? effect.mention.paths : []
    const chars = paths.reduce((sum, path) => sum + path.length, 0)
    left = { paths: left.paths - paths.length, chars: left.chars - chars }
    return left.paths >= 0 && left.chars >= 0 && paths.every((path) => path.length <= PATH_MAX_CHARS)
  })
}

function findAll(use: ToolUse, surroundings: Surroundings): Effect[] {
  const row = findTool(use.tool, use.runtime)
  const input = isRecord(use.input) ? use.input : {}
  if (row.does === 'shell') return readShellTool(use, input, surroundings)
  if (row.does === 'patch') return readPatchTool(use, input, surroundings)
  if (row.does === 'path') return readPathTool(use, input, row, surroundings)
  return [plainEffect(use.tool, row.kind, row.note ?? null, hostOf(input))]
}

type Input = Readonly<Record<string, unknown>>

function readShellTool(use: ToolUse, input: Input, { userHome: home, readShell }: Surroundings): Effect[] {
  const text = commandOf(input)
  if (text === null) return [plainEffect(use.tool, 'unknown', 'there is no command in it')]
  if (text.length > COMMAND_MAX_CHARS)
    return [plainEffect(use.tool, 'unknown', `it is longer than ${COMMAND_MAX_CHARS} characters`)]
  const [named] = textsOf(input, FOLDER_FIELDS)
  const folder = named === undefined ? use.folder : joinPath(use.folder, named)
  return followScript({ text, folder, home, readShell })
}

/** As text, or as a list of words, which are then just words. */
function commandOf(input: Input): string | null {
  const command = input['command'] ?? input['cmd']
  if (typeof command === 'string') return command
  if (!Array.isArray(command) || command.some((word) => typeof word !== 'string')) return null
  return command.map((word: string) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ')
}

function readPatchTool(use: ToolUse, input: Input, { userHome }: Surroundings): Effect[] {
  const patch = textsOf(input, ['input', 'patch', 'command', 'patchText', 'patch_text']).join('\n')
  const found = readPatchPaths(patch)
  if (!found) return [plainEffect(use.tool, 'unknown', 'it names no file')]
  return found.map(({ does, path }) => pathEffect(use, does, path, userHome))
}

function readPathTool(
  use: ToolUse,
  input: Input,
  { kind, isOptional }: { readonly kind: PathKind; readonly isOptional?: true },
  { userHome }: Surroundings,
): Effect[] {
  const named = textsOf(input, PATH_FIELDS)
  // A glob may begin anywhere.
  const globs =
    kind === 'search' ? textsOf(input, ['pattern']).filter((text) => /^[/~]|(^|\/)\.\.(\/|$)/.test(text)) : []
  const paths = [...named, ...globs.map((text) => text.replace(/[*?[{].*$/s, '') || '/')]
  if (paths.length === 0 && !isOptional) return [plainEffect(use.tool, 'unknown', 'it names no file')]
  const all = paths.length === 0 ? [use.folder] : paths
  return all.map((path) => pathEffect(use, kind, path, userHome))
}

function pathEffect(use: ToolUse, kind: PathKind, path: string, userHome: string): Effect {
  const whole = path.replace(/^file:\/\//, '').replace(/^~(?=\/|$)/, userHome)
  const mention = { source: path, paths: [joinPath(use.folder, whole)], pattern: null }
  return { kind, part: `${use.tool} ${path}`, words: [], isAside: false, mention }
}

function plainEffect(part: string, kind: PlainKind, note: string | null, host: string | null = null): Effect {
  return { kind, part, words: [], isAside: false, note, host }
}

function hostOf(input: Input): string | null {
  const [url] = textsOf(input, ['url'])
  return url !== undefined && URL.canParse(url) ? new URL(url).hostname : null
}

function textsOf(input: Input, fields: readonly string[]): string[] {
  return fields.flatMap((field) => {
    const value = input[field]
    return (Array.isArray(value) ? value : [value]).filter(
      (item): item is string => typeof item === 'string' && item !== '',
    )
  })
}

function isRecord(value: unknown): value is Input {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
