// Where a new agent works, as what, and with which model.
import { useRoute } from '../../data/use-route.ts'
import { Field, INPUT_CLASS } from '../../ui/field.tsx'
import type { SpawnForm } from './spawn-request.ts'

interface SpawnDetailsProps {
  readonly form: SpawnForm
  readonly set: (change: Partial<SpawnForm>) => void
}

const ROLES = ['worker', 'supervisor', 'reviewer']

export function SpawnDetails({ form, set }: SpawnDetailsProps) {
  return (
    <>
      {form.runtime === 'shell' && (
        <Text
          label="Command"
          hint="Program and arguments"
          value={form.command}
          onText={(command) => set({ command })}
        />
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        <ProjectField chosen={form.project} onChoose={(project) => set({ project })} />
        <Field label="Role" hint="Default: worker">
          {(ids) => (
            <>
              <input
                {...ids}
                list="spawn-roles"
                value={form.role}
                placeholder="worker"
                onChange={({ target }) => set({ role: target.value })}
                className={INPUT_CLASS}
              />
              <datalist id="spawn-roles">
                {ROLES.map((role) => (
                  <option key={role} value={role} />
                ))}
              </datalist>
            </>
          )}
        </Field>
        <Text
          label="Model"
          hint="Default: the runtime’s own"
          value={form.model}
          onText={(model) => set({ model })}
        />
        <Field label="Workspace" hint="Default: isolated branch">
          {(ids) => (
            <select
              {...ids}
              value={form.inCheckout ? 'checkout' : 'own'}
              onChange={({ target }) => set({ inCheckout: target.value === 'checkout' })}
              className={INPUT_CLASS}
            >
              <option value="own">isolated branch</option>
              <option value="checkout">your checkout</option>
            </select>
          )}
        </Field>
      </div>
      {form.inCheckout && (
        <label className="flex items-baseline gap-2 text-sm">
          <input type="checkbox" required />
          The agent may change and delete files in my checkout, uncommitted ones included
        </label>
      )}
      <label className="flex items-baseline gap-2 text-sm">
        <input
          type="checkbox"
          checked={form.answerFirstRun}
          onChange={({ target }) => set({ answerFirstRun: target.checked })}
        />
        Answer the runtime’s first-run questions automatically
      </label>
    </>
  )
}

interface TextProps {
  readonly label: string
  readonly hint: string
  readonly value: string
  readonly onText: (text: string) => void
}

function Text({ label, hint, value, onText }: TextProps) {
  return (
    <Field label={label} hint={hint}>
      {(ids) => (
        <input
          {...ids}
          autoComplete="off"
          spellCheck={false}
          value={value}
          onChange={({ target }) => onText(target.value)}
          className={INPUT_CLASS}
        />
      )}
    </Field>
  )
}

interface ProjectFieldProps {
  readonly chosen: string
  readonly onChoose: (project: string) => void
}

function ProjectField({ chosen, onChoose }: ProjectFieldProps) {
  const projects = useRoute('GET /api/projects', { query: {} }).data?.items ?? []
  const hint =
    projects.length === 0 ? 'No project yet: the agent gets its own folder' : 'Repository to work on'
  return (
    <Field label="Project" hint={hint}>
      {(ids) => (
        <select
          {...ids}
          required={projects.length > 1}
          value={chosen === '' && projects.length === 1 ? projects[0]?.name : chosen}
          onChange={({ target }) => onChoose(target.value)}
          className={INPUT_CLASS}
        >
          {projects.length !== 1 && <option value="">{projects.length === 0 ? 'none' : 'choose one'}</option>}
          {projects.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      )}
    </Field>
  )
}
