// To come.
export function Agents() {
  return <h1>Agents</h1>
}
