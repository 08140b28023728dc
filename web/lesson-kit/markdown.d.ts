/** Made by the prose plug-in of build-scripts: the `## name` sections of the file, each as trusted HTML. */
declare module '*.md' {
  const sections: Readonly<Record<string, string>>;
  export default sections;
}
