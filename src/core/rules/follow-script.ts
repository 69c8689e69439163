// Follows a shell script through everything that it may run, and tells what each command of it does. Pure.
import type { Effect } from './effect.ts'
import { eitherFolders, enterFolder, sameFolders, type After, type Folders } from './folders.ts'
import { expandWord, type Lookup } from './known-word.ts'
import { makeVariables, type Variables } from './variables.ts'
import { readCommand, type Reading } from './read-command.ts'
import type { ShellCommand, ShellNode, ShellReader } from './shell-node.ts'

/** Scripts in scripts (`sh -c "sh -c …"`): nobody writes that by hand. */
const DEPTH_MAX = 8
/** A command of a day has a handful. */
const COMMANDS_MAX = 400

export interface ScriptOrder {
  readonly text: string
  readonly folder: string
  readonly home: string
  readonly readShell: ShellReader
}

export function followScript({ text, folder, home, readShell }: ScriptOrder): Effect[] {
  const effects: Effect[] = []
  const walk: Walk = {
    home,
    readShell,
    commands: 0,
    leading: new Set(),
    say: (effect) => void effects.push(effect),
    puzzle: (part, note) =>
      void effects.push({ kind: 'unknown', part, words: [null], isAside: true, note, host: null }),
  }
  follow(walk, text, { folders: [folder], isFed: false, depth: 0 })
  return effects
}

interface Walk extends Pick<ScriptOrder, 'home' | 'readShell'> {
  commands: number
  /** Functions that change the folder. */
  readonly leading: Set<string>
  say(effect: Effect): void
  puzzle(part: string, note: string): void
}

interface Place {
  readonly folders: Folders
  readonly isFed: boolean
  readonly depth: number
  /** It runs for certain, and in this very shell. */
  readonly isSure: boolean
  readonly variables: Variables
}

function follow(walk: Walk, text: string, place: Omit<Place, 'isSure' | 'variables'>): After {
  if (place.depth > DEPTH_MAX) {
    walk.puzzle(text, 'scripts in scripts, too deep to follow')
    return sameFolders([null])
  }
  const { root, problem } = walk.readShell(text)
  if (problem !== null) walk.puzzle(text, `it can’t be read: ${problem}`)
  return step(walk, root, { ...place, isSure: true, variables: makeVariables(root, walk.home) })
}

type NodeOf<K extends ShellNode['kind']> = Extract<ShellNode, { kind: K }>

function step(walk: Walk, node: ShellNode, place: Place): After {
  const take = STEPS[node.kind] as (walk: Walk, node: ShellNode, place: Place) => After
  return take(walk, node, place)
}

const STEPS: { readonly [K in ShellNode['kind']]: (walk: Walk, node: NodeOf<K>, place: Place) => After } = {
  command: stepCommand,
  list: stepList,
  loop: stepLoop,
  maybe: (walk, { nodes }, place) => stepAgain(walk, nodes, place),
  pipe: (walk, { nodes }, place) => {
    for (const [index, node] of nodes.entries())
      step(walk, node, { ...place, isSure: false, isFed: place.isFed || index > 0 })
    return sameFolders(place.folders)
  },
  apart: (walk, { node }, place) => {
    step(walk, node, { ...place, isSure: false })
    return sameFolders(place.folders)
  },
  function: (walk, { name, body }, place) => {
    place.variables.define(name)
    if (movesOn(body)) walk.leading.add(name)
    // It may be called from anywhere, later on.
    step(walk, body, { ...place, folders: eitherFolders(place.folders, [null]), isSure: false })
    return sameFolders(place.folders)
  },
  riddle: (walk, { source, why }, place) => {
    walk.puzzle(source, why)
    return sameFolders(place.folders)
  },
}

function stepList(walk: Walk, { nodes, joins }: NodeOf<'list'>, place: Place): After {
  let after = sameFolders(place.folders)
  for (const [index, node] of nodes.entries()) {
    const join = index === 0 ? ';' : joins[index - 1]
    const isSure = place.isSure && joins.slice(0, index).every((each) => each === ';')
    if (join === '&&') {
      const next = step(walk, node, { ...place, folders: after.ok, isSure })
      after = { ok: next.ok, failed: eitherFolders(after.failed, next.failed) }
    } else if (join === '||') {
      const next = step(walk, node, { ...place, folders: after.failed, isSure })
      after = { ok: eitherFolders(after.ok, next.ok), failed: next.failed }
    } else after = step(walk, node, { ...place, folders: eitherFolders(after.ok, after.failed), isSure })
  }
  return after
}

function stepLoop(walk: Walk, { variable, words, body }: NodeOf<'loop'>, place: Place): After {
  const { variables, folders } = place
  const lookup: Lookup = (name) => variables.valuesOf(name, folders)
  const values = words.flatMap((word) => expandWord(word, lookup))
  variables.loopOver(variable, values)
  const after = stepAgain(walk, [body], place)
  variables.forget(variable)
  return after
}

/** Some of these run, perhaps again where the last of them has led. */
function stepAgain(walk: Walk, nodes: readonly ShellNode[], place: Place): After {
  let folders: Folders = nodes.some(movesOn) ? eitherFolders(place.folders, [null]) : place.folders
  for (const node of nodes) {
    const { ok, failed } = step(walk, node, { ...place, folders, isSure: false })
    folders = eitherFolders(folders, ok, failed)
  }
  return sameFolders(folders)
}

function stepCommand(walk: Walk, node: ShellCommand, place: Place): After {
  walk.commands += 1
  if (walk.commands === COMMANDS_MAX) walk.puzzle('the rest of it', 'more commands than can be looked at')
  if (walk.commands >= COMMANDS_MAX) return sameFolders(place.folders)
  const { folders, variables, depth, isFed } = place
  for (const inner of node.inner) step(walk, inner, { ...place, isSure: false })
  const lookup: Lookup = (name) => variables.valuesOf(name, folders)
  const { isDefined, isChild } = variables
  const reading = readCommand(node, { ...place, lookup, isDefined, isChild, home: walk.home })
  for (const effect of reading.effects) walk.say(effect)
  for (const script of reading.scripts)
    follow(walk, script.text, { folders: script.folders, isFed, depth: depth + 1 })
  if (node.words.length === 0 && place.isSure)
    for (const { name, value } of node.assignments)
      variables.assign(name, value ? expandWord(value, lookup) : null)
  return afterCommand(walk, node, reading, folders)
}

function afterCommand(
  { home, leading }: Walk,
  node: ShellCommand,
  { moves }: Reading,
  folders: Folders,
): After {
  if (moves?.isStack && moves.words.length === 0) return { ok: [null], failed: folders }
  if (moves) return enterFolder(folders, moves.words, home)
  const isLeading = node.words.some(({ source }) => leading.has(source) || /^(eval|source|\.)$/.test(source))
  return isLeading ? sameFolders(eitherFolders(folders, [null])) : sameFolders(folders)
}

/** Whether something in there may change the folder. */
function movesOn(node: ShellNode): boolean {
  if (node.kind === 'command')
    return node.words.some(({ source }) => /cd|pushd|popd|eval|source|^\.$/.test(source))
  if (node.kind === 'list' || node.kind === 'maybe') return node.nodes.some(movesOn)
  return node.kind === 'loop' && movesOn(node.body)
}
