import { defineConfig } from '@playwright/test';

const { PORT = '5173' } = process.env;
const url = `http://localhost:${PORT}`;

export default defineConfig({
  use: { baseURL: url },
  webServer: { command: `vite --port ${PORT} --strictPort`, url },
});
