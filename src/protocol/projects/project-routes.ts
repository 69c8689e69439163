// The rows of the route table that are about projects.
import { z } from 'zod'
import { ProjectName } from '../ids.ts'
import { AddProject, Project, ProjectsQuery, ProjectView, TrustProject } from './project.ts'

const READERS = ['owner', 'human', 'observer', 'agent'] as const
const PEOPLE = ['owner', 'human'] as const

export const PROJECT_ROUTES = {
  'GET /api/projects': {
    summary: 'Projects by name; with all=true those that were removed, too',
    access: READERS,
    query: ProjectsQuery,
    answer: z.object({ items: z.array(Project), next: z.null() }),
  },
  'POST /api/projects': {
    summary: 'Adds a repository as a project; nothing in it is changed',
    access: PEOPLE,
    body: AddProject,
    answer: Project,
    status: 201,
  },
  'GET /api/projects/:name': {
    summary: 'A project with its cmux.json, its checks and its workspaces',
    access: READERS,
    params: z.strictObject({ name: ProjectName }),
    answer: ProjectView,
  },
  'POST /api/projects/:name/trust': {
    summary: 'Accepts the rules of the main branch, which an agent could have changed; the commit is named',
    access: PEOPLE,
    params: z.strictObject({ name: ProjectName }),
    body: TrustProject,
    answer: Project,
  },
  'DELETE /api/projects/:name': {
    summary: 'Forgets a project; its files stay, and one that has agents is refused',
    access: PEOPLE,
    params: z.strictObject({ name: ProjectName }),
    answer: Project,
  },
} as const
