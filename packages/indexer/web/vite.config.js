/** The page, built into the package beside the service that serves it: `vite build packages/indexer/web`. */
export default {
  base: '/',
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // The service's content security policy takes nothing that is not a file of its own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022'
  }
}
