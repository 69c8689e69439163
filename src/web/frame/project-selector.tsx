// Which project is looked at.
import { useRoute } from '../data/use-route.ts'
import { Icon } from '../ui/icon.tsx'
import { Menu } from '../ui/menu.tsx'
import { useProject } from './use-project.ts'

export function ProjectSelector() {
  const [project, choose] = useProject()
  const { data } = useRoute('GET /api/projects', { query: {} })
  const items = [
    { title: 'All projects', isChosen: project === undefined, act: () => choose(undefined) },
    ...(data?.items ?? []).map(({ name, path }) => ({
      title: name,
      detail: path,
      isChosen: name === project,
      act: () => choose(name),
    })),
  ]
  return (
    <Menu
      label={`project: ${project ?? 'All projects'}`}
      items={items}
      trigger={
        <>
          <span className="max-w-36 truncate">{project ?? 'All projects'}</span>
          <Icon name="down" size={14} />
        </>
      }
    />
  )
}
