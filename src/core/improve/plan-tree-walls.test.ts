import { expect, test } from 'vitest'
import type { ConfineSettings } from '../confinement/confine-settings.ts'
import { planWalls } from '../confinement/plan-walls.ts'
import { planTreeWalls } from './plan-tree-walls.ts'

const CONFINE: ConfineSettings = {
  mode: 'required',
  node: '/opt/node/bin/node',
  network: 'none',
  ports: [],
  domains: [],
  homes: ['/people/eve', '/', '/people/eve/real'],
  cmuxHome: '/people/eve/.cmux',
  programs: '/opt/cmux',
  extra: { writable: ['~/cache'], readable: ['/data'], hidden: ['~/notes'] },
}
const PLACE = { folder: '/trees/chg_1', borrowed: ['/repo/.git/objects'] }
const FACTS = {
  ...CONFINE,
  agentHome: '/trees/chg_1',
  folder: '/trees/chg_1',
  borrowed: ['/repo/.git/objects'],
  steering: [],
  project: null,
  tools: ['/opt/node/bin/node'],
  named: [],
  runtime: [],
}

test('[O6] a check writes in its own folder, reads what it borrows, and sees no home of a person', () => {
  const environment = { HOME: '/people/eve/shell', PATH: '/usr/bin:/bin' }
  expect(planTreeWalls(CONFINE, environment, PLACE)).toEqual(
    planWalls({
      ...FACTS,
      homes: ['/people/eve/shell', '/people/eve', '/people/eve/real'],
      searchPath: ['/usr/bin', '/bin'],
    }),
  )
})

test('[O6] a home that is named twice is one, and the root is no home that could be hidden', () => {
  const walls = planTreeWalls(CONFINE, { HOME: '/people/eve', PATH: '/bin' }, PLACE)
  expect(walls).toEqual(
    planWalls({ ...FACTS, homes: ['/people/eve', '/people/eve/real'], searchPath: ['/bin'] }),
  )
})

test('[O6] without a home and a search path only what the settings say is planned', () => {
  expect(planTreeWalls(CONFINE, {}, PLACE)).toEqual(
    planWalls({ ...FACTS, homes: ['/people/eve', '/people/eve/real'], searchPath: [''] }),
  )
})
