import { isBuiltin } from 'node:module'
import { isProduct } from '../places/is-product.ts'
import { roomOf } from '../places/room-of.ts'
import { ROOMS } from '../rooms.ts'
import type { Rule } from '../rule.ts'
import { listImports } from '../syntax/list-imports.ts'

/** Rooms that run in a browser or in a simulation have no machine under them. */
export const nodeModules: Rule = {
  name: 'node-modules',
  style: 2,
  where: 'lib, protocol, core, client and web',
  forbids: 'module of Node',
  instead: 'a port that an adapter implements',
  appliesTo: (file) => isProduct(file) && ROOMS[roomOf(file.path) ?? '']?.node === false,
  find: (file) =>
    listImports(file).flatMap(({ offset, specifier = '' }) =>
      isBuiltin(specifier) ? [{ offset, what: `imports ${specifier}` }] : [],
    ),
}
