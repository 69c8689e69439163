// Who may import whom: every import is followed to its file and looked up in the tables of rooms and capabilities.
import { posix } from 'node:path'
import { isProduct } from '../places/is-product.ts'
import { isTest } from '../places/is-test.ts'
import { roomOf } from '../places/room-of.ts'
import { CAPABILITIES, ROOMS, SHARED_ADAPTERS } from '../rooms.ts'
import type { Rule, Spot } from '../rule.ts'
import { listImports, type Import } from '../syntax/list-imports.ts'
import type { SourceFile } from '../syntax/source-file.ts'

export const arrows: Rule = {
  name: 'arrows',
  style: 1,
  where: 'src',
  forbids: 'import against the arrows of the design',
  instead: 'a room or capability that `rooms.ts` lets it see, or a port',
  appliesTo: isProduct,
  find: (file) => [...refuseUnknownRoom(file), ...refuseImports(file)],
}

function refuseUnknownRoom({ path }: SourceFile): Spot[] {
  const room = roomOf(path)
  return room !== undefined && room in ROOMS
    ? []
    : [{ offset: 0, what: `${room ?? path} is not a room of src` }]
}

function refuseImports(file: SourceFile): Spot[] {
  return listImports(file).flatMap((found) => {
    const { offset, specifier } = found
    const what =
      specifier === undefined
        ? 'the imported module is computed'
        : (refuseArrow(file.path, specifier) ?? refuseCapability(file.path, specifier, found))
    return what === undefined ? [] : [{ offset, what }]
  })
}

function refuseArrow(path: string, specifier: string): string | undefined {
  // An alias or an absolute path reaches any room without naming it.
  if (/^[#/]|^file:/.test(specifier)) return `${specifier} hides which room is imported`
  if (!specifier.startsWith('.')) return undefined
  const target = posix.join(posix.dirname(path), specifier)
  const [from, to] = [roomOf(path), roomOf(target)]
  if (to === undefined) return `${specifier} leaves the rooms of src`
  if (isTest({ path: target })) return `${specifier} is a test`
  if (from === 'adapters' && to === 'adapters') return refuseAdapterArrow(path, target)
  if (from === to || ROOMS[from ?? '']?.sees.includes(to) === true) return undefined
  return `${from} imports ${to}`
}

function refuseAdapterArrow(path: string, target: string): string | undefined {
  const [from, to] = [path.split('/')[2], target.split('/')[2] ?? '']
  return from === to || SHARED_ADAPTERS.includes(to) ? undefined : `adapter ${from} imports adapter ${to}`
}

function refuseCapability(path: string, specifier: string, found: Import): string | undefined {
  const arrow = capabilityArrow(path, specifier, found)
  if (arrow === undefined) return undefined
  const [from, to] = arrow
  const sees = CAPABILITIES[from]
  if (sees === undefined) return `${from} has no row in CAPABILITIES`
  return to === undefined || sees.includes(to) ? undefined : `capability ${from} takes a value from ${to}`
}

/** The capability that a file belongs to, and the other one that it takes a value from. */
function capabilityArrow(path: string, specifier: string, { isType }: Import) {
  const [from, to] = [capabilityOf(path), capabilityOf(posix.join(posix.dirname(path), specifier))]
  if (from === undefined) return undefined
  return [from, isType || to === from ? undefined : to] as const
}

/** Ports beside the capabilities belong to none. */
function capabilityOf(path: string): string | undefined {
  const [src, room, capability, ...rest] = path.split('/')
  return src === 'src' && room === 'core' && rest.length > 0 ? capability : undefined
}

export function listCapabilityArrows(file: SourceFile): string[] {
  if (!isProduct(file)) return []
  return listImports(file).flatMap((found) => {
    const [from, to] = capabilityArrow(file.path, found.specifier ?? '', found) ?? []
    return from === undefined || to === undefined ? [] : [`${from} → ${to}`]
  })
}
