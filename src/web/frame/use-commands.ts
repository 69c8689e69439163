// What the palette offers: pages, agents, projects and a few things to do.
import { useNavigate } from '@tanstack/react-router'
import { useRoute } from '../data/use-route.ts'
import { PAGES } from './pages.ts'
import { applyTheme, THEMES } from './theme.ts'
import { useProject } from './use-project.ts'

export interface PaletteCommand {
  readonly id: string
  readonly title: string
  readonly detail: string
  readonly act: () => void
}

/** `holds`: it is offered when somebody is paused, or is not. */
const FOR_ALL = [
  { all: 'pause', title: 'Pause all agents', holds: false },
  { all: 'resume', title: 'Resume all agents', holds: true },
] as const

export function useCommands(): readonly PaletteCommand[] {
  const navigate = useNavigate()
  const [, chooseProject] = useProject()
  const agents = useRoute('GET /api/agents', { query: {} }).data?.items ?? []
  const projects = useRoute('GET /api/projects', { query: {} }).data?.items ?? []
  return [
    ...PAGES.map(({ to, title, key }) => ({
      id: `page ${to}`,
      title,
      detail: `page · g ${key}`,
      act: () => void navigate({ to }),
    })),
    {
      id: 'spawn',
      title: 'Spawn an agent',
      detail: 'action',
      act: () => void navigate({ to: '/agents', search: (old) => ({ ...old, spawn: true }) }),
    },
    {
      id: 'new task',
      title: 'New task',
      detail: 'action',
      act: () => void navigate({ to: '/tasks', search: (old) => ({ ...old, new: true }) }),
    },
    ...FOR_ALL.filter(({ holds }) => agents.some(({ paused }) => Boolean(paused) === holds)).map(
      ({ all, title }) => ({
        id: title,
        title,
        detail: 'action · asks to confirm',
        act: () => void navigate({ to: '/agents', search: (old) => ({ ...old, all }) }),
      }),
    ),
    ...agents.map(({ name, status, role }) => ({
      id: `agent ${name}`,
      title: name,
      detail: `${role} · ${status}`,
      act: () => void navigate({ to: '/agents/$name', params: { name } }),
    })),
    ...projects.map(({ name }) => ({
      id: `project ${name}`,
      title: name,
      detail: 'project',
      act: () => chooseProject(name),
    })),
    ...THEMES.map((theme) => ({
      id: `theme ${theme}`,
      title: `Theme: ${theme}`,
      detail: 'look',
      act: () => applyTheme(theme),
    })),
  ]
}
