// To come.
export function Terminals() {
  return <h1>Terminals</h1>
}
