/** Screens that are loaded when somebody goes to one of them. */

import "./database.ts";
import "./databases.ts";
import "./new_session.ts";
import "./server.ts";
import "./studies.ts";
import "./study.ts";
