/** Builds the same pages once more as a later edition: other names for its parts, another id. */
import { mergeConfig } from 'vite'
import config from '../vite.config.ts'

export default mergeConfig(config, {
  plugins: [
    {
      name: 'crew:later-edition',
      transform: (code: string, id: string) =>
        /\/src\/web\/(main|screens\/.*)\.tsx$/.test(id) ? `${code}\nglobalThis.crewEdition = 'later'` : null,
    },
  ],
})
