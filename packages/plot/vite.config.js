/** The page of a map of events as one script and one style, for pages that hold all that they need: `vite build`. */
export default {
  build: {
    outDir: 'dist/page',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    target: 'es2022',
    rollupOptions: {
      input: { page: 'src/events/event-page.tsx', style: 'style/page.css' },
      output: { entryFileNames: '[name].js', assetFileNames: '[name][extname]' }
    }
  }
}
