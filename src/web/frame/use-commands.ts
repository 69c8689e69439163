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
