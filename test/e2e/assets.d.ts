/** Files that a page imports by their address: Vite's types belong to the web app alone. */
declare module '*.mp4' {
  const address: string
  export default address
}
declare module '*.webp' {
  const address: string
  export default address
}
declare module '*?worker&url' {
  const address: string
  export default address
}
