/**
 * What is loaded when somebody first needs any of it: the further screens, the login, the sides of a session,
 * films.
 *
 * It is one file: for each further one the bundler would cut what they share into pieces, which
 * compress worse than what is won.
 */

import "./database.ts";
import "./databases.ts";
import "./inputs.ts";
import "./login.ts";
import "./model.ts";
import "./new_session.ts";
import "./server.ts";
import "./studies.ts";
import "./study.ts";

export { DatabaseService } from "./databases_service.ts";
export { Film } from "./view/film.ts";
