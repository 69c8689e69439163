// The rows of the route table that are about services of projects.
import { z } from 'zod'
import { ProjectName } from '../ids.ts'
import { pageOf } from '../page.ts'
import { Ward, WardView } from './ward.ts'

const PEOPLE = ['owner', 'human'] as const
const READERS = ['owner', 'human', 'observer', 'agent'] as const
const OneProject = z.strictObject({ project: ProjectName })

export const WARD_ROUTES = {
  'GET /api/services': {
    summary: 'Services of projects that cmux keeps running, with how they are',
    access: READERS,
    answer: pageOf(Ward),
  },
  'GET /api/services/:project': {
    summary: 'One service, with the last lines of its terminal',
    access: READERS,
    params: OneProject,
    answer: WardView,
  },
  'POST /api/services/:project/start': {
    summary: "Has a project's service run from now on, from the main branch; also after it was given up",
    access: PEOPLE,
    params: OneProject,
    answer: Ward,
    status: 202,
  },
  'POST /api/services/:project/stop': {
    summary: "Ends a project's service, and leaves it so",
    access: PEOPLE,
    params: OneProject,
    answer: Ward,
    status: 202,
  },
  'POST /api/services/:project/restart': {
    summary:
      "Starts a project's service anew from the main branch; the old one answers until the new one is well",
    access: PEOPLE,
    params: OneProject,
    answer: Ward,
    status: 202,
  },
} as const
